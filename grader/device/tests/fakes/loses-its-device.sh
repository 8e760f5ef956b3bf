#!/bin/sh
# Greets, builds any program, and loses its device in every launch.
. "${0%/*}/greeting.sh"
printf '\003\000\000\000\001\000\000'
printf '\007\000\000\000\005\001\004CL_X'
cat >/dev/null
