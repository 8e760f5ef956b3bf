// 6.10.3.3: a `##` made by pasting is no operator
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);

// placemarkers
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),
            t(10,,), t(,11,), t(,,12), t(,,) };

// several tokens beside a `##`
#define glue(a, b) <a ## b>
glue(x y, z w) glue(, z w) glue(x y,)

// operators, numbers
#define op(a, b) a ## b
op(<, <) op(<<, =) op(-, >) op(1, .5f) op(1., e) op(0x, ff) op(1e, -) op(., 5) op(a, 1u) op(+, =)

// an argument beside `##` is not expanded
#define one 1
op(one, one) op(on, e)
#define a1 pasted_and_expanded
op(a, 1)
// an object-like macro may paste too
#define both le ## ft + ri ## ght
both
