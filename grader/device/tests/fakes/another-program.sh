#!/bin/sh
# A program that is no device runner.
echo "Usage: another-program [options]"
