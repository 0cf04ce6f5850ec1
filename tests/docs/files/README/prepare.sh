# SPDX-License-Identifier: Apache-2.0
# The page is read at the root of the checkout, and for a tool of one's own.
ln -s "$root/datasets" datasets
printf '%s\n' '#!/bin/sh' 'case $1 in *hidden*) echo "ls -la" ;; *) echo "tail -n 20 app.log" ;; esac' >my-tool
chmod +x my-tool
