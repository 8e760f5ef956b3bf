int µ = 1; $dollar _under 0x1.8p3f 1.e5 .5 1..2 'a' '\'' "s\"" "a" "b"
a+++b---c<<=d>>=e->f...g<:h:>i<%j%>k&&l||m!=n==o<=p>=q^=r|=s&=t%=u/=v*=w-=x+=y?z:1~!#
id\
ent 12\
34 "str\
ing" =\
= /\
/ comment \
goes on
/\
* block *\
/ after
