// Every statement, and declarations wherever they may stand.
int classify(int i)
{
    switch (i) {
        int unused;
    case 'a':
    case 1 + 1:
        unused = 2;
        return unused;
    case 10 ... 12:
        break;
    default:
        return -1;
    }
    goto out;
again:
    --i;
    if (i > 0)
        goto again;
    else if (i < -3)
        return 4;
    else
        ;
out:
    return i;
}

__kernel void statements(__global int *out, int n)
{
    int i, j = i = 3;
    do {
        j++;
        if (j == 5)
            continue;
    } while (j < n);
    while (true) {
        if (j-- < 0)
            break;
    }
    for (int a = 0, b = n; a < b; ++a, --b) {
        int a = 2;
        out[a] = b;
    }
    for (;;)
        break;
    {
        typedef float4 quad;
        struct local_type {
            quad q;
        } s = {(quad)(1)};
        out[2] = s.q.x;
    }
    out[0] = classify(j), out[1] = (i, j);
    out[3] = n ? i : j;
    return;
}
