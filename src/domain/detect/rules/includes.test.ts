import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimInclude } from './includes.ts';

const typeOf = (text: string): string | undefined => claimInclude({ text })?.typeId;

test('a short program is C or C++ by the header that it includes first', () => {
  assert.equal(typeOf('#include <stdio.h>\nint main(void) {\n  printf("hello\\n");\n  return 0;\n}\n'), 'c');
  assert.equal(typeOf('/* tides */\n#define _GNU_SOURCE\n# include <string.h>\n#include "tide.h"\nsize_t n;'), 'c');
  assert.equal(typeOf('#include <iostream>\nint main() {\n  std::cout << "hi";\n}\n'), 'cpp');
  assert.equal(typeOf('#include <vector>\n#include <stdio.h>\nvoid f() {}'), 'cpp');
});

test('a header of C in a text that is more than C, one that nobody knows, and a text about one are left to the model', () => {
  for (const text of [
    '#include <stdio.h>\nclass Tide {};',
    '#include <math.h>\n__global__ void add(int n) {}',
    '#include <stdio.h>\n@interface Tide : NSObject',
    '#include <tide.h>\nint x;',
    '#include "stdio.h"',
    'Compile this:\n```c\n#include <stdio.h>\n```',
    'The file begins with #include <stdio.h>, as always.',
    '',
  ])
    assert.equal(typeOf(text), undefined, text);
});
