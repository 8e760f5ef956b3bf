// A struct of any size is read at a glance.
typedef struct {
    float x[100000000];
} Wide;

kernel void wide_struct(global Wide *all, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    all[0] = all[1];
    out[at] = all[at].x[3];
    out[-9223372036854775807L - at] = 1.0f;
}
