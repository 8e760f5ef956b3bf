#!/bin/sh
# Greets in a version of the protocol that does not exist yet: 99, package 9.9.9.
printf '\007\000\000\000\143\0059.9.9'
sleep 1000
