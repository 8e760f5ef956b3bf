__INCLUDE_LEVEL__ __FILE__ __LINE__
#include "once.h"
