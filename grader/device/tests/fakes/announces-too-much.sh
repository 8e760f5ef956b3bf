#!/bin/sh
# Greets well, then announces a frame of almost four gigabytes.
printf '\007\000\000\000\010\0050.0.0'
printf '\377\377\377\377'
sleep 1000
