import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownPairing } from '../../../contract/web-listener/pairings.ts';
import { browserPairings, codeStill, type KnownPairings } from './browser-pairings.ts';

const at = '2026-11-21T03:23:16.000+00:00';
const pairing: ShownPairing = {
  id: '0badcafe',
  name: 'Chro\u202emium',
  origin: 'chrome-extension://aaaa',
  browser: '/usr/lib/chromium/chromium',
  pairedAt: at,
  lastSeenAt: '2026-11-22T10:00:00.000+00:00',
  connected: false,
};
const known: KnownPairings = { list: [pairing], code: { ok: true, code: 'ABCD-EFGH', expiresAt: at }, trouble: '' };

test('a browser has its name, made harmless, its program and its times', () => {
  const { rows, code } = browserPairings(known);
  assert.deepEqual(rows, [
    {
      id: '0badcafe',
      name: 'Chro\ufffdmium',
      detail: 'chromium · paired 2026-11-21 03:23 · last seen 2026-11-22 10:00',
      isConnected: false,
    },
  ]);
  assert.deepEqual(code, { text: 'ABCD-EFGH', until: '03:23' });
  const [connected] = browserPairings({ ...known, list: [{ ...pairing, connected: true, browser: null }] }).rows;
  assert.equal(connected?.detail, 'connected · paired 2026-11-21 03:23');
});

test('a code is shown until it has paired one, or its time is over', () => {
  const end = Date.parse(at);
  assert.equal(codeStill(known, [pairing], end - 1), known.code);
  assert.equal(codeStill(known, [], end - 1), known.code, 'one that was removed meanwhile');
  assert.equal(codeStill(known, [pairing, { ...pairing, id: '0badcaff' }], end - 1), null);
  assert.equal(codeStill(known, [pairing], end), null);
});
