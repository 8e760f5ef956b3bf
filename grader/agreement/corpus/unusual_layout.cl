%:define ONE 1
/* comments */ /**/ // ordinary \
   continued by a splice
__ker\
nel void
f
(
__global
int
*
a
,
const
int
n
)
{
a
[
0
]
=
n
?
ONE
:
2
;;;
	int	tab	=	1	;	int	b=-1,c= - -b,d=b---c,e=b- --c,g=!!!b,h=~-~b;
a [ 1 ]=b+c+d+e+g+h+tab/**/+/*x*/1;a<:2:>=3;if(b)c=1;else d=2;for(;;)break;while(0);do;while(0);
#
#pragma whatever the compiler does not know
# define EMPTY
EMPTY ; EMPTY a[3] EMPTY = EMPTY 4 EMPTY ;
#if 0 /* comment
that spans lines */
#endif
int const volatile long unsigned x=1;long const unsigned int y=2;char unsigned z='z';
a[4]=(int)x+(int)(y)+(((((((((((((((((z)))))))))))))))));
} ;
int
volatile
static
inline g ( void ) { return 0 ; }
