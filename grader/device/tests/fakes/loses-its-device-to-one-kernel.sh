#!/bin/sh
# Greets, and builds any program. Loses its device in the launches of a program that has the word
# `stray` in it, and runs those of others.
. "${0%/*}/greeting.sh"
length=$(dd bs=1 count=4 2>/dev/null | od -An -tu4)
if dd bs=1 count=$((length)) 2>/dev/null | grep -q stray; then
    printf '\003\000\000\000\001\000\000'
    printf '\007\000\000\000\005\001\004CL_X'
else
    printf '\003\000\000\000\001\000\000'
    printf '\006\000\000\000\004\000\000\000\000\000'
fi
cat >/dev/null
