"""Right results for neighbours: a case is a line of JSON on standard input, its results a line on standard output."""

import json
import sys


def neighbours(marks, width, height):
    counts = []
    for y in range(height):
        for x in range(width):
            beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            inside = [(i, j) for i, j in beside if 0 <= i < width and 0 <= j < height]
            counts.append(sum(marks[j * width + i] for i, j in inside))
    return [count + 0.5 for count in counts]


for line in sys.stdin:
    given = json.loads(line)["arguments"]
    out = neighbours(given["marks"], given["width"], given["height"])
    print(json.dumps({"out": out}), flush=True)
