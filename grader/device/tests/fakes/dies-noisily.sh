#!/bin/sh
# Dies before its greeting, after some megabytes on standard error.
echo "the first line" >&2
head -c 4000000 /dev/zero | tr '\0' 'x' >&2
exit 3
