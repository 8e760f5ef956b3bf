void f(int a)
{
for (;a < 3;) ;
for (;a-- > 0; );
while (a);
if (a) ; else ;
;;
}
