void f(int a)
{
    if (a)
        a = 1;
    else if (a > 2)
        a = 2;
    else
        for (;;)
            while (a)
                a--;
    if (a) {
        a = 3;
    } else {
        a = 4;
    }
    if (a)
    {
        if (a) if (a > 1)
            a = 5;
        else
            a = 6;
    }
    else
        a = 7;
    {
        a = 8;
    }
    do
        a++;
    while (a < 9);
}
