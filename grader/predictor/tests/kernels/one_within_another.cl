// A loop whose rounds hang on data within one: 10 times 20.
// --trips 9:5=10
// --trips 10:9=20
kernel void one_within_another(global const int *row, global const float *in, global float *out)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    int end = row[at];
    float sum = 0.0f;
    for (int i = 0; i < end; i++)
        for (int j = row[at + i + 1]; j < row[at + i + 2]; j++)
            sum = sum * 0.5f + 1.0f;
    out[at] = sum;
}
