// The inner end is the outer counter, whose own end is constant.
// global: 2
// buffer: y float 2 uninit write
kernel void sums(global float *y)
{
    float all[6];
    const int count = 6;
    for (int k = 0; k < count; k++) {
        all[k] = k;
        for (int j = 0; j < k; j++) {
            all[k] += all[j];
        }
    }
    y[get_global_id(0)] = all[5];
}
