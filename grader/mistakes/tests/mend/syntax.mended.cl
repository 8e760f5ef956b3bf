// What a pen mends while reading.
struct pair {
    int first;
    int second;
};

kernel void syntax(global int *y, int count)
{
    int i = get_global_id(0);
    float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    int twice = 2 * i;
    y[i] = twice - 1;
    y[i] += cuont;
}
