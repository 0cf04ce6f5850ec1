#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
case $1 in
  'list everything') echo 'ls -al' ;;
  *) echo pwd ;;
esac
