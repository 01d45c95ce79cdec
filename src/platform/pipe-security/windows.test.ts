import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admitsOnly } from './windows.ts';

const user = 'S-1-5-21-1-2-3-1001';
const rights = 0x001f_01ff;
const network = { admits: false, rights, who: 'S-1-5-2' };
const own = { admits: true, rights, who: user };
const system = { admits: true, rights, who: 'S-1-5-18' };

test('a pipe is closed to others if it admits its user alone, and nobody over the network', () => {
  assert.equal(admitsOnly([network, own], user), true);
});

test('a pipe that admits anyone else, or lacks an expected entry, is not closed to others', () => {
  const everybody = { admits: true, rights, who: 'S-1-1-0' };
  const open = [
    null,
    [],
    [network],
    [own],
    [own, network],
    [network, own, system],
    [network, own, everybody],
    [network, own, { ...own, who: 'S-1-5-21-1-2-3-1002' }],
    [network, { ...own, who: 'S-1-5-21-1-2-3-1002' }],
    [{ ...network, admits: true }, own],
    [{ ...network, rights: 1 }, own],
    [network, { ...own, admits: null }],
    [network, own].map((entry) => ({ ...entry, rights: 0 })),
  ];
  for (const entries of open) assert.equal(admitsOnly(entries, user), false);
});
