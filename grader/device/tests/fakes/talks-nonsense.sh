#!/bin/sh
# Greets well, then answers with bytes that are no reply.
. "${0%/*}/greeting.sh"
printf '\004\000\000\000\377\377\377\377'
sleep 1000
