kernel void k(global int *y)
{
    int i = 0;
    int i = 1;
    float y = 2.0f;
}
int k;
