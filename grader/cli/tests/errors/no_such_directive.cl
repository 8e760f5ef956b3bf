#defien SIZE 16

kernel void k(global float *y) { y[SIZE] = 1.0f; }
