__constant char greeting[] = "a" "b\x41" "\101\n" "";
__constant char name[] = "kernel";
_Static_assert(sizeof(greeting) == 6, "a, b, A, A, newline, NUL");
__kernel void f(__global int *a) { printf("%d " "%s\n", a[0], "x"); a[1] = 'a' + '\n' + '\'' + '"' + '\0' + greeting[0] + name[0]; }
