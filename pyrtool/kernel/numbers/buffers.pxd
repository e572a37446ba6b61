# Buffers by what they hold. A name in the `.py` is a type in place of an expression that mypy cannot read.
ctypedef const unsigned char[::1] ReadOnlyBytes
ctypedef unsigned char[::1] Bytes
ctypedef signed char[::1] SignedBytes
ctypedef int[::1] Integers
ctypedef unsigned short[::1] Shorts
ctypedef unsigned int[::1] Halves
ctypedef unsigned long long[::1] Words
