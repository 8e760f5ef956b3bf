#define b0 x x x x x x x x x x
#define b1 b0 b0 b0 b0 b0 b0 b0 b0 b0 b0
#define b2 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1
#define b3 b2 b2 b2 b2 b2 b2 b2 b2 b2 b2
#define b4 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3
#define b5 b4 b4 b4 b4 b4 b4 b4 b4 b4 b4
#define b6 b5 b5 b5 b5 b5 b5 b5 b5 b5 b5
#define b7 b6 b6 b6 b6 b6 b6 b6 b6 b6 b6
#define b8 b7 b7 b7 b7 b7 b7 b7 b7 b7 b7
b8
