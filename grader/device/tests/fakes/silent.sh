#!/bin/sh
# Never says anything, and leaves a child of its own behind.
sleep 1000 &
sleep 1000
