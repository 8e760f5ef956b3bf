kernel void k(global int *y)
{
    y[0] = 1;;
    }
}
int main(void) { return 0; }
