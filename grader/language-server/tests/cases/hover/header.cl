#include "body.h"
kernel void k(global struct Bod<|>y *b) { b[0].ma<|>ss = <|>G; }
