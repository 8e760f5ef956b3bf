// global: 2
// local: 2
// buffer: out int 2 zeros
// buffer: counter int 1 zeros
// define: SCALE=3

typedef struct {
    float weight;
    int2 at;
    uchar tags[3];
} cell;

constant float table[4] = {1.0f, 0.5f, 0.25f, 1e-6f};

int helper(int n)
{
    return n * SCALE;
}

kernel void values(global int *out, global int *counter)
{
    int i = get_global_id(0);
    float4 v = (float4)(i, 1.5f, -2, 3e10f);
    float3 later;
    cell c = {table[i], (int2)(i, i + 1), {1, 2, 3}};
    cell *pointer = &c;
    global int *into = out + i;
    double big = 1e300;
    bool is_odd = i & 1;
    char letter = 'a';
    half *none = 0;
    int grid[2][3];
    grid[1][2] = 5;
    if (is_odd)
        later = v.xyz;
    *into = helper(i) + (int)c.weight;
    atomic_inc(counter);
}
