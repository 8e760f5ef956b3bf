__constant int outside = ({ 1; });
__kernel void k(__global int *x)
{
    int i = get_global_id(0);
    int nothing = ({ int a = 1; });
    int inner = ({ int b = 1; b; }) + b;
    x[i] = ({ x[i] + c; });
    __local int y;
    ({ __local int z; z; });
    ({ i == 1; });
    x[i] = ({ 2 + 3; 4; });
}
