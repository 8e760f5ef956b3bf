void f(int a)
{
a = a ?
1 :
2;
a = a
? 1
: 2;
a.x
.y = 3;
}
