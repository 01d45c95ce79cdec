import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admitsOnly } from './windows.ts';

const user = 'S-1-5-21-1-2-3-1001';
const rights = 0x001f_01ff;
const network = { admits: false, rights, who: 'S-1-5-2' };
const own = { admits: true, rights, who: user };
const system = { admits: true, rights, who: 'S-1-5-18' };

test('a pipe is closed when it admits its user and the system, and nobody over the network', () => {
  assert.equal(admitsOnly([network, own, system], user), true);
});

test('a pipe that admits anybody else, or lacks what was to be there, is not closed', () => {
  const everybody = { admits: true, rights, who: 'S-1-1-0' };
  const open = [
    null,
    [],
    [own, system],
    [own, network, system],
    [network, own, system, everybody],
    [network, { ...own, who: 'S-1-5-21-1-2-3-1002' }, system],
    [{ ...network, admits: true }, own, system],
    [{ ...network, rights: 1 }, own, system],
    [network, { ...own, admits: null }, system],
    [network, own, system].map((entry) => ({ ...entry, rights: 0 })),
  ];
  for (const entries of open) assert.equal(admitsOnly(entries, user), false);
});
