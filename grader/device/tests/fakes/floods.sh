#!/bin/sh
# Greets well, then sends frames without end that nobody asked for.
. "${0%/*}/greeting.sh"
yes AAAA | tr 'A\n' '\001\000'
