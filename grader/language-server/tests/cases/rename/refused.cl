// to float4
#include "body.h"
#define PASTE(x) x##_id
kernel void k(global struct <|>Body *b, int <|>n) {
    int the_id = n;
    b[0].mass = PASTE(the) + <|>the_id + <|>get_global_id(0) <|>+ 1;
}
