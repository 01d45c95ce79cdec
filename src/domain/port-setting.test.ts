import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portOf } from './port-setting.ts';

test('a port is a whole number up to 65535; if unset it is the usual one; anything else is not a port', () => {
  const cases: readonly [string | undefined, number | null][] = [
    [undefined, 5001],
    ['', 5001],
    ['0', 0],
    ['65535', 65_535],
    ['65536', null],
    ['-1', null],
    ['50o1', null],
    ['1e3', null],
    [' 80', null],
  ];
  for (const [word, port] of cases) assert.equal(portOf(word, 5001), port, String(word));
});
