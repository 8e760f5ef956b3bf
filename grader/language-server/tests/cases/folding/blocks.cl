/* A comment
   of two lines. */
#include "body.h"
#include "body.h"

// One line,
// and another.
kernel void k(global int *a) // a remark
{
#ifdef N
    for (int i = 0; i < 4; i++) {
        a[i] = i;
    }
#else
    a[0] = 1;
    a[1] = 2;
#endif
}
