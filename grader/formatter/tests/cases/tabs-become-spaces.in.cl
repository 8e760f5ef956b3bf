void f(int a)
{
	if (a)
		a	=	1;
	a = g(a,
	      2);
}
