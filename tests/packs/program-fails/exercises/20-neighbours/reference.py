import sys

for line in sys.stdin:
    raise ValueError("no picture is square")
