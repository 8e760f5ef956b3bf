#include "guarded.h"
#include "guarded.h"
#include <once.h>
#include "once.h"
#include "level.h"
#define HEADER "values.h"
#include HEADER
VALUE
#define ANGLE(x) <x.h>
#include ANGLE(values)
#if __has_include("values.h") && __has_include(<once.h>) && !__has_include("nothing.h")
found
#endif
# /* the null directive */
#
__FILE__ __LINE__ __INCLUDE_LEVEL__
