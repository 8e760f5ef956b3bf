#!/bin/sh
# Greets well (protocol 6, package 0.0.0), then answers with bytes that are no reply.
printf '\007\000\000\000\010\0050.0.0'
printf '\004\000\000\000\377\377\377\377'
sleep 1000
