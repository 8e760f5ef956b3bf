<<<<<<< HEAD
int f(int n) {
    for (;;) { if (n-- < 0) break; else continue; }
    do n++; while (n < 3);
    while (n) { n--; }
    switch (n) case 0: case 1: return 2;
    switch (n) { default: ; case 5: { n = 1; } break; case -1: n = 2; }
    if (n) if (n > 1) n = 2; else n = 3;
    { ; { } }
    for (int i = 0, j = 1; i < j; i++, j--) ;
    goto end;
    end: again: if (n > 100) goto again;
    return n ? n > 1 ? 2 : 3 : 4;
=======
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
>>>>>>> fe-check
}
