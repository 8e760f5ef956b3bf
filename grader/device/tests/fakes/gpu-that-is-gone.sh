#!/bin/sh
# Greets, has one GPU, builds any program, and crashes in every launch.
ulimit -c 0
. "${0%/*}/greeting.sh"
length=$(dd bs=1 count=4 2>/dev/null | od -An -tu4)
request=$(dd bs=1 count=$((length)) 2>/dev/null | head -c 1 | od -An -tu1)
if [ "$((request))" -eq 0 ]; then
    printf '\025\000\000\000\000\001\000\000\000\001G\003GPU\000\000\001\001\000\000\000\000\001\000'
    dd bs=1 count=8 >/dev/null 2>&1
fi
printf '\003\000\000\000\001\000\000'
sleep 1
kill -SEGV $$
