__LINE__
#define here __LINE__
here
#define call(x) x here
call(
 a
)
spl\
it __LINE__ /*
*/ __LINE__
#line 100
__LINE__
#line 200 "other.cl"
__LINE__ __FILE__
#define N 300
#line N
__LINE__
# 400 "marker.cl" 1
__LINE__ __FILE__
__COUNTER__ __COUNTER__ __DATE__ __TIME__ __BASE_FILE__
