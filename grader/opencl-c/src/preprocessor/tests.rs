use super::*;

fn run(text: &str) -> Preprocessed {
    preprocess("k.cl", text, &Options::default(), &mut NoIncludes)
}

/// The spellings of the tokens, a space between any two.
fn spelled(preprocessed: &Preprocessed) -> String {
    let tokens = &preprocessed.tokens[..preprocessed.tokens.len() - 1];
    let spellings: Vec<_> = tokens
        .iter()
        .map(|&token| preprocessed.spelling(token))
        .collect();
    spellings.join(" ")
}

/// The expansion of a text without errors.
fn expanded(text: &str) -> String {
    let preprocessed = run(text);
    assert_eq!(preprocessed.diagnostics, [], "{text}");
    spelled(&preprocessed)
}

#[test]
fn the_examples_of_the_c_standard_expand_as_it_says() {
    // C99, 6.10.3.5, example 3
    let text = "#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };";
    assert_eq!(
        expanded(text),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; \
         f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
         int i [ ] = { 1 , 23 , 4 , 5 , } ; \
         char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"
    );
}
