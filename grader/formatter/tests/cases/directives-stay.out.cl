#  define  A( x )   (x+1)
    #if   A ( 1 )
#pragma unroll
#define LONG  \
   a  ;   \
  b
#endif
void f(int a)
{
#ifdef A
    for (;;) {
#else
    while (1) {
#endif
        a++;
    }
#if 0
}
it isn't code "
#endif
    a = 2;
}
