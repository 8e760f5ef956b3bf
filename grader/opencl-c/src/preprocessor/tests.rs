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

/// The names that a text asks of the place where it is read.
fn consulted(text: &str) -> Vec<String> {
    let consulted = run(text).consulted.into_iter();
    consulted.map(|asked| asked.name).collect()
}

#[test]
fn what_a_text_asks_of_its_compiler_is_kept() {
    let asks = [
        ("#ifdef __POCL__\n#endif", "__POCL__"),
        ("#ifndef __x86_64__\n#endif", "__x86_64__"),
        ("#if __clang_major__ > 3\n#endif", "__clang_major__"),
        (
            "#if 1 && defined(__FP_FAST_FMA__)\n#endif",
            "__FP_FAST_FMA__",
        ),
        (
            "#define ASK defined(__NV_CL_C_VERSION)\n#if ASK\n#endif",
            "__NV_CL_C_VERSION",
        ),
        ("#if __has_include(\"x\")\n#endif", "__has_include"),
        ("__DATE__", "__DATE__"),
        ("__OPENCL_VERSION__", "__OPENCL_VERSION__"),
        ("#ifdef __POCL__\n#endif\n#define __POCL__", "__POCL__"),
    ];
    for (text, name) in asks {
        assert_eq!(consulted(text), [name], "{text}");
    }
}

#[test]
fn what_means_the_same_everywhere_is_no_question() {
    let texts = [
        "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif",
        "#ifndef __TILE_H__\n#define __TILE_H__\n#endif",
        "#if __OPENCL_C_VERSION__ >= CL_VERSION_1_2\n#endif",
        "#ifdef __ENDIAN_LITTLE__\n#endif\n__LINE__ M_PI",
        "#ifdef TILE\n#endif\n#if WIDTH > 3\n#endif",
        "#if 0\n#ifdef __POCL__\n#endif\n#endif",
    ];
    for text in texts {
        assert_eq!(consulted(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_text_can_be_read_as_clang_reads_it() {
    let options = Options {
        environment: Environment::Clang,
        ..Options::default()
    };
    let text = "#ifdef __POCL__\nyes __SIZEOF_SIZE_T__\n#endif\n#if __has_builtin(x)\nhas\n#endif";
    let read = preprocess("k.cl", text, &options, &mut NoIncludes);
    assert_eq!(read.diagnostics, []);
    assert_eq!(spelled(&read), "yes 8 has");
    assert_eq!(expanded(text), "");
}
