kernel void hello(void)
{
    printf("hello from %d\n", (int)get_global_id(0));
}
