// std: CL2.0
// global: 4
// local: 4
// buffer: x float 4 iota
// buffer: spaces int 4 zeros
global int calls = 5;
int table[2] = {7, 8};
float first(const float *p) { static int asked; asked++; return *p + (asked > 0); }
kernel void k(global float *x, global int *spaces)
{
    local float tile[4];
    float own = 0.5f;
    int i = get_local_id(0);
    tile[i] = 10.0f * i;
    float *p = i == 0 ? (float *)(x + i) : i == 1 ? (float *)&tile[i] : &own;
    spaces[i] = (to_global(p) != 0) + 2 * (to_local(p) != NULL) + 4 * (to_private(p) != NULL) + 10 * get_fence(p);
    if (i == 3) {
        calls += table[1];
        x[i] = first(p) + calls;
        calls = 0;
    } else if (i != 0) {
        x[i] = *p;
    }
}
