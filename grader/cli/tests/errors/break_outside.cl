kernel void k(global int *y)
{
    break;
    if (y[0]) continue;
    case 3: y[0] = 1;
    goto nowhere;
}
