import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Route } from '../contract/routes.ts';
import { type AdmissionRules, ownHosts, type ReceivedRequest, whyNotAdmitted } from './admission.ts';
import { routeTable } from './route-table.ts';

const routes: readonly Route[] = [
  { method: 'GET', path: '/source', summary: '', responses: {} },
  { method: 'GET', path: '/a.b/:id/content', summary: '', responses: {} },
];
const rules: AdmissionRules = {
  hosts: ownHosts(5001),
  routes: routeTable(routes.map((route) => ({ route }))),
  bodyBytes: 10,
  isPaired: () => false,
};
const good: ReceivedRequest = {
  method: 'GET',
  target: '/source',
  rawHeaders: ['Host', '127.0.0.1:5001'],
  peer: 'same-user',
  upgrade: false,
};

test('the first check that fails determines the reason', () => {
  const worst = {
    ...good,
    target: '/nothing',
    peer: 'other',
    rawHeaders: ['hOsT', 'evil.com', 'ORIGIN', 'null'],
  } as const satisfies ReceivedRequest;
  const mended: ReceivedRequest[] = [
    worst,
    { ...worst, rawHeaders: ['Host', 'localhost:5001', 'ORIGIN', 'null'] },
    { ...worst, rawHeaders: good.rawHeaders },
    { ...good, target: '/nothing' },
    good,
  ];
  assert.deepEqual(
    mended.map((arrival) => whyNotAdmitted(arrival, rules)),
    ['foreign-host', 'foreign-origin', 'foreign-user', 'unknown-route', null],
  );
});

test('only the three Host values are accepted', () => {
  const name = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constantFrom('localhost', 'hub.example', '127.0.0.1.example'),
  );
  const authority = fc.tuple(name, fc.nat(65_535)).map(([host, port]) => `${host}:${port}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), authority, fc.constantFrom(...ownHosts(5002))), (host) => {
      fc.pre(!ownHosts(5001).has(host.toLowerCase()));
      assert.notEqual(whyNotAdmitted({ ...good, rawHeaders: ['Host', host] }, rules), null);
    }),
  );
});

test('only the listed paths are routes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string().map((text) => `/${text}`),
        fc.array(fc.string()).map((segments) => `/${segments.map(encodeURIComponent).join('/')}`),
        fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}/source${after}`),
      ),
      (target) => {
        fc.pre(target !== '/source');
        assert.equal(whyNotAdmitted({ ...good, target }, rules), 'unknown-route');
      },
    ),
  );
});

test('a parameter is one plain segment', () => {
  const verdict = (id: string): unknown => whyNotAdmitted({ ...good, target: `/a.b/${id}/content` }, rules);
  for (const id of ['1', 'a-b_c~d', 'x.y', 'x'.repeat(100)]) assert.equal(verdict(id), null, id);
  for (const id of ['', '.', '..', '.x', '%31', 'a/b', 'a b', 'ä', 'x'.repeat(101), 'a?', 'a\n'])
    assert.equal(verdict(id), 'unknown-route', id);
  assert.equal(whyNotAdmitted({ ...good, target: '/aXb/1/content' }, rules), 'unknown-route');
});
