// Configures the program's allocator, and has nothing to call. See allocator.c.
#pragma once
