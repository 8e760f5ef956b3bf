// In double precision, one work-item does everything.
kernel void moving_average(global const double *x, global double *out, uint n, uint r)
{
    for (uint i = 0; i < n; i++) {
        double sum = 0.0;
        uint count = 0;
        for (long j = (long)i - r; j <= (long)i + r; j++) {
            if (j >= 0 && j < n) {
                sum += x[j];
                count++;
            }
        }
        out[i] = sum / count;
    }
}
