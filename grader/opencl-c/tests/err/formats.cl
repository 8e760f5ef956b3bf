// The formats of printf against its arguments.
kernel void k(global float4 *x, global const char *text, ulong size, long wide, uchar small)
{
    int i = get_global_id(0);
    printf("%d %u %x %c %5.2f %e %%\n", i, small, i, i, x[0].x, x[0].y);
    printf("%lu %ld %p %s\n", size, wide, x, "text");
    printf("%v4hlf %v4hld %v2hhd\n", x[0], convert_int4(x[0]), (char2)(1, 2));
    printf("%d\n", x[0].x);
    printf("%f\n", i);
    printf("%f\n", x[0]);
    printf("%d\n", size);
    printf("%d\n", get_global_id(0));
    printf("%ld\n", i);
    printf("%v4f\n", x[0]);
    printf("%v4d\n", convert_int4(x[0]));
    printf("%v2hlf\n", x[0]);
    printf("%v4hlf\n", x[0].x);
    printf("%s\n", text);
    printf("%d\n", x);
    printf("%d %d\n", i);
    printf("%d\n", i, i);
    printf("100%\n");
    nowhere = 1;
}
