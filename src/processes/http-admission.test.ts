import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Route } from '../contract/routes.ts';
import { type Arrival, admit, type House, ownHosts } from './http-admission.ts';
import { routeTable } from './http-route-table.ts';

const routes: readonly Route[] = [
  { method: 'GET', path: '/source', summary: '', responses: {} },
  { method: 'GET', path: '/a.b/:id/content', summary: '', responses: {} },
];
const house: House = {
  hosts: ownHosts(5001),
  mayCome: () => false,
  routes: routeTable(routes.map((route) => ({ route }))),
  upgradePath: null,
  bodyBytes: 10,
};
const good: Arrival = { method: 'GET', target: '/source', rawHeaders: ['Host', '127.0.0.1:5001'], peer: 'same-user', upgrade: false };

test('the first gate that closes is the one that is named', () => {
  const worst = {
    ...good,
    target: '/nothing',
    peer: 'other',
    rawHeaders: ['hOsT', 'evil.com', 'ORIGIN', 'null'],
  } as const satisfies Arrival;
  const mended: Arrival[] = [
    worst,
    { ...worst, rawHeaders: ['Host', 'localhost:5001', 'ORIGIN', 'null'] },
    { ...worst, rawHeaders: good.rawHeaders },
    { ...good, target: '/nothing' },
    good,
  ];
  assert.deepEqual(
    mended.map((arrival) => admit(arrival, house)),
    ['foreign-host', 'foreign-origin', 'foreign-user', 'unknown-route', null],
  );
});

test('no Host but the three is ours', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority({ withPort: true }), fc.constantFrom(...ownHosts(5002))), (host) => {
      fc.pre(!ownHosts(5001).has(host.toLowerCase()));
      assert.notEqual(admit({ ...good, rawHeaders: ['Host', host] }, house), null);
    }),
  );
});

test('no path but the ones that are written is a route', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string().map((text) => `/${text}`),
        fc.webPath(),
        fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}/source${after}`),
      ),
      (target) => {
        fc.pre(target !== '/source');
        assert.equal(admit({ ...good, target }, house), 'unknown-route');
      },
    ),
  );
});

test('a parameter is one plain segment', () => {
  const verdict = (id: string): unknown => admit({ ...good, target: `/a.b/${id}/content` }, house);
  for (const id of ['1', 'a-b_c~d', 'x.y', 'x'.repeat(100)]) assert.equal(verdict(id), null, id);
  for (const id of ['', '.', '..', '.x', '%31', 'a/b', 'a b', 'ä', 'x'.repeat(101), 'a?', 'a\n'])
    assert.equal(verdict(id), 'unknown-route', id);
  assert.equal(admit({ ...good, target: '/aXb/1/content' }, house), 'unknown-route');
});
