// A pointer to each place in an array of private pointers.
void add(global float *to, float what) { to[0] += what; }

kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        global float *places[2];
        places[0] = y;
        places[1] = y + i;
        add(places[1], alpha * *(x + i));
    }
}
