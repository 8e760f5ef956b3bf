#!/bin/sh
# Greets well, then announces a frame of almost four gigabytes.
. "${0%/*}/greeting.sh"
printf '\377\377\377\377'
sleep 1000
