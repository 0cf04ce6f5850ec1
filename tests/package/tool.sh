#!/bin/sh
case $1 in
  'list everything') echo 'ls -al' ;;
  *) echo pwd ;;
esac
