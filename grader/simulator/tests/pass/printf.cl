// global: 4
// local: 2
kernel void speak(void) {
    int i = get_global_id(0);
    if (i % 2)
        printf("%d of %d: %4.2f %v2hld %s\n", i, (int)get_global_size(0), i / 3.0f, (int2)(i, -i), "odd");
}
