#!/bin/sh
# Never says anything and never ends, and neither does a child of its own.
sleep infinity &
sleep infinity
