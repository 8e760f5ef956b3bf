#!/bin/sh
# Greets well, then ends in the middle of a frame.
. "${0%/*}/greeting.sh"
printf '\100\000\000\000\001'
