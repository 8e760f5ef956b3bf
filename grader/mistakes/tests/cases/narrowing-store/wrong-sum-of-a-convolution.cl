// The weights come from the host: nobody knows where the sum goes.
// global: 2
// buffer: x uchar 4 values 1 2 3 4 read
// buffer: weights float 3 values 0.25 0.5 0.25 read
// buffer: y uchar 2 uninit write
kernel void convolve(global const uchar *x, constant float *weights, global uchar *y)
{
    size_t i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 3; k++) {
        sum += weights[k] * x[i + k];
    }
    y[i] = sum; //~
}
