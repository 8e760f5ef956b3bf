// GNU's blocks with a value, as macros write them.
#define LARGER(a, b)             \
    ({                           \
        int first = a;           \
        int other = b;           \
        first > other ? first : other; \
    })
#define LENGTH(v) ({ const float4 squared = (v) * (v); sqrt(squared.x + squared.y); })

struct pair {
    int a, b;
};

int lowest(__global int *x, int n)
{
    return ({
        int least = x[0];
        for (int j = 1; j < n; j++) {
            if (x[j] < 0)
                return x[j];
            least = min(least, x[j]);
        }
        least;
    });
}

__kernel void k(__global int *x, __global float4 *f)
{
    int i = get_global_id(0);
    x[i] = LARGER(x[i], LARGER(i, 3));
    if (LARGER(x[i], 4) > 5)
        x[i] = ({ int kept; kept = x[i]; kept - 1; });
    else if (({ int kept = x[i]; kept; }) > 3)
        x[i] = lowest(x, 4);
    for (int j = ({ int first = 1; first; }); j < LARGER(2, i); j += ({ 1; }))
        f[i].x += LENGTH(f[i]);
    while (({ int left = x[i]--; left > 0; }))
        ;
    do {
        x[i]++;
    } while (({ const int now = x[i]; now < 3; }) && ({ x[i] < LARGER(1, 2); }));
    ({ x[i] += 1; });
    ({ barrier(CLK_LOCAL_MEM_FENCE); });
    ({ int unused; });
    ({});
    switch (({ int c = i; c & 1; })) {
    case 0:
        x[i] = LARGER(1, 2);
        break;
    case 1: x[i] = ({ struct pair p = { 1, i }; int part[2] = { 3 }; p.a + part[1]; });
    default:
        x[i] = 0;
    }
    int a = x[i], sum = ({
        int all = 0;
        while (a > 0)
            all += a--;
        all;
    }), last = a;
    x[i] = sizeof(({ int shorter = 1; shorter; })) + sum + last;
    __typeof__(({ 1.0f; })) y = ({ struct pair p = { 1, 2 }; p; }).b;
    f[i].y = y;
}
