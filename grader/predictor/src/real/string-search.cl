// The places where a pattern occurs in a text, counted without leaving early.
kernel void real(global const uchar *text, global const uchar *pattern, global int *found, int length)
{
    int i = get_global_id(0);
    int same = 0;
    for (int k = 0; k < length; ++k)
        same += text[i + k] == pattern[k];
    found[i] = same == length;
}
