#!/bin/sh
# Greets, builds a program without kernels, runs one launch without buffers, and crashes: what
# a process does whose memory the first launch has damaged.
ulimit -c 0
. "${0%/*}/greeting.sh"
printf '\003\000\000\000\001\000\000'
printf '\006\000\000\000\004\000\000\000\000\000'
kill -SEGV $$
