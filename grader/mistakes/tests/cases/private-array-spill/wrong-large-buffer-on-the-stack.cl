// global: 2
// buffer: y float 2 uninit write
kernel void row_sum(global float *y)
{
    float row[512]; //~
    for (int k = 0; k < 512; k++) {
        row[k] = 0.5f * k;
    }
    float sum = 0.0f;
    for (int k = 0; k < 512; k++) {
        sum += row[511 - k];
    }
    y[get_global_id(0)] = sum;
}
