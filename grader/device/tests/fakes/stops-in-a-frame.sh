#!/bin/sh
# Greets well, then ends in the middle of a frame.
printf '\007\000\000\000\010\0050.0.0'
printf '\100\000\000\000\001'
