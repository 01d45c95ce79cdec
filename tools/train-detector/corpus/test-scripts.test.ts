import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOfTestScript } from './test-scripts.ts';

const script = `AT_SETUP([a table])
AT_DATA([prog.cob], [
       PROGRAM-ID. prog.
       01 TAB PIC X OCCURS 3.
           DISPLAY TAB@<:@1@:>@
])
AT_DATA([input], [one
])
AT_CHECK([$COMPILE prog.cob], [0], [], [])
`;

test('the files that a test script writes are extracted as m4 would write them', () => {
  assert.deepEqual(filesOfTestScript(script), [
    { name: 'prog.cob', text: '       PROGRAM-ID. prog.\n       01 TAB PIC X OCCURS 3.\n           DISPLAY TAB[1]\n' },
    { name: 'input', text: 'one\n' },
  ]);
});

test('a script that writes no files has none', () => {
  assert.deepEqual(filesOfTestScript('AT_SETUP([nothing])\nAT_CHECK([true])\n'), []);
});
