// Pointers, address spaces, qualifiers, and what may stand on the left of `=`.
void swap(__global float *a, __global float *b)
{
    float t = *a;
    *a = *b;
    *b = t;
}

uint rotate_left(uint x, uint k)
{
    return (x << k) | (x >> (32 - k));
}

uint next_random(uint4 *state)
{
    uint result = rotate_left(state->y * 5, 7) * 9;
    state->x ^= result;
    (*state).zw = state->wz;
    state->hi += 1u;
    return result;
}

float sum_rows(const float (*rows)[3], int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += rows[i][0] + (*(rows + i))[1];
    return sum;
}

void atomic_add_float(volatile __global float *address, float value)
{
    union {
        uint bits;
        float number;
    } old, new;
    do {
        old.number = *address;
        new.number = old.number + value;
    } while (atomic_cmpxchg((volatile __global uint *)address, old.bits, new.bits) != old.bits);
}

__kernel void pointers(__global float *g, __local int *l, __constant const float *c, __global half *h)
{
    float rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    float *first = rows[0], *last = &rows[1][2];
    uint4 state = (uint4)(1, 2, 3, 4);
    void *anything = first;
    __global float *volatile moving = g;
    __global float *null = NULL;
    moving++;
    *moving-- = next_random(&state);
    moving += 2;
    swap(g, &g[3]);
    g[4] = last - first;
    g[5] = sum_rows(rows, 2) + *(float *)anything + c[1];
    g[6] = null == 0 && g != NULL && !null;
    g[7] = vload_half(3, h) + vload4(0, g).w;
    vstore_half_rtz(g[7], 0, h);
    vstorea_half4(vloada_half4(0, h), 1, h);
    __local int *middle = l + get_local_size(0) / 2;
    middle[-1] = 2[l];
    *(middle > l ? middle : l) = (int)(size_t)g;
    atomic_add_float(g, 1.0f);
    float4 v = vload4(1, g);
    v[0] = 1;
    for (int i = 0; i < 4; i++)
        v[i] += i;
    v.xy = v.yx;
    v.s3 = v.s0 = 2;
    vstore4(-v, 2, g);
}
