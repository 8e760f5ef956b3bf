// global: 4
// local: 4
// buffer: x int 4 values 5 -1 2 0 read
// buffer: y int 4 zeros
// buffer: z int 4 zeros
// buffer: w int 4 zeros
// A block's objects begin anew each time it is evaluated, and only where it is.
#define LARGER(a, b)                   \
    ({                                 \
        int first = a;                 \
        int other = b;                 \
        first > other ? first : other; \
    })
int doubled(int a)
{
    return ({ if (a < 0) return -a; a; }) * 2;
}
kernel void k(global const int *x, global int *y, global int *z, global int *w)
{
    int i = get_global_id(0);
    y[i] = LARGER(x[i], LARGER(i, 1));
    int sum = 0;
    for (int j = 0; j < LARGER(i, 1); j++) {
        sum += ({ int square = j * j; square += 1; square; });
    }
    z[i] = x[i] < 0 || ({ sum += 100; sum > 101; }) ? sum : -sum;
    int n = 2, fact = ({
        int all = 1;
        for (; n <= i + 1; n++)
            all *= n;
        all;
    }), after = n;
    // The value of a block is that at its end.
    int both = ({ n++; n; }) * 10 + ({ n = 1; n; });
    w[i] = fact * 10000 + after * 1000 + both + doubled(x[i]) + sizeof(({ n = 100; n; }));
    w[i] += n;
}
