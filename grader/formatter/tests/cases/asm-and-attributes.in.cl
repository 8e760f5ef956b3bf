void f(int a)
{
__asm__ volatile ("mov" : "=r"(a) : "r" (a));
__attribute__ ((opencl_unroll_hint( 4 )))
for (int i=0;i<4;i++)
a+=i;
}
