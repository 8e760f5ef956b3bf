#!/bin/sh
# Greets well, then sends frames without end that nobody asked for.
printf '\007\000\000\000\010\0050.0.0'
yes AAAA | tr 'A\n' '\001\000'
