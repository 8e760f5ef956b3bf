#!/bin/sh
# Greets from a box in which files and their lengths are not protected.
. "${0%/*}/greeting.sh"
printf '\004\000\000\000\010\002\001\002'
cat >/dev/null
