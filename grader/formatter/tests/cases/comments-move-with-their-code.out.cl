void f(int a)
{
    // first
    a = 1;
    /* a box
     * of text
       that moves   */
    a = 2;
    if (a) {
        a = 3;
        // at the end
    }
    if (a)
//  a = 1;
        a = 2;
    // before else
    else {
    }
    switch (a) {
    // before a label
    case 1:
        // within
        break;
    }
    g(a, /* in */ 1/*tight*/);
    /* leads */ a = 4;
}
