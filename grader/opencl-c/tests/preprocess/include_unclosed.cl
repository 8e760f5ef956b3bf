#include "unclosed.h"
after
#endif
