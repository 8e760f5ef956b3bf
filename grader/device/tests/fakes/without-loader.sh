#!/bin/sh
# What glibc's dynamic loader says and does where libOpenCL is not installed.
echo "$0: error while loading shared libraries: libOpenCL.so.1: cannot open shared object file: No such file or directory" >&2
exit 127
