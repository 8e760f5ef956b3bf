void f(int a, int b)
{
a = a+ ++b; a = a - -b; a = - -a; a = a / *&b; a = !!a & ~ ~a;
a = 1 .x; f (a) (b);
}
