kernel void k(global int *x)
{
    int sum;
    int most = 0;
    float parts[4];
    sum += most;
}
