int a = 1 + \
  2;
// clang-format off
int   matrix [ 4 ] = { 1,0,
                       0,1 };
// clang-format on
int   b;
int c = `  3;
int d = a ??( 3 ??);
