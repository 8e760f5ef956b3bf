// options: -limit-include-depth=3
#include "itself.h"
after
