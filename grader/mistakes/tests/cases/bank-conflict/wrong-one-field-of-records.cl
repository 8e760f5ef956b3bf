// global: 512
// local: 128
// buffer: x float 512 iota read
// buffer: y float 512 uninit write
typedef struct {
    float value;
    float weight;
    int from;
    int to;
} edge;
kernel void relax(global const float *x, global float *y)
{
    local edge edges[128];
    int lid = get_local_id(0);
    edges[lid].value = x[get_global_id(0)]; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = edges[127 - lid].value; //~
}
