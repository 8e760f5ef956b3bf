// A kernel that has an array of its own before anything else is known of it.
kernel void nothing(void)
{
    int own[4];
    own[1] = 2;
}
