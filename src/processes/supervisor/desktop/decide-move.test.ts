import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesktopFacts } from '../../../platform/desktop/look-at-desktop.ts';
import { decideMove } from './decide-move.ts';

const facts = (display: string | null, more: Partial<DesktopFacts> = {}): DesktopFacts => ({
  display,
  answers: display !== null,
  hasBus: true,
  isRemote: false,
  ...more,
});
const gone = { answers: false } as const;
const decided = (own: DesktopFacts, offered: DesktopFacts, more: { isEqual?: boolean; isAsked?: boolean } = {}) =>
  decideMove({ own, offered, isEqual: false, isAsked: false, ...more });

test('Hub follows its user into the next session once its own display is gone', () => {
  assert.equal(decided(facts(':0', gone), facts(':1')), 'moves');
  assert.equal(decided(facts(null), facts(':1')), 'moves', 'it was started without one');
  assert.equal(decided(facts(':0', gone), facts(':0')), 'moves', 'the same name, with another key');
});

test('Hub stays where its display answers, whatever else is offered', () => {
  assert.equal(decided(facts(':0'), facts(':1')), 'stays');
  assert.equal(decided(facts(':0', { hasBus: false }), facts(':1')), 'stays', 'it may never have had a bus');
  assert.equal(decided(facts(':0'), facts(':0')), 'same');
  assert.equal(decided(facts(':0', gone), facts(':0', gone), { isEqual: true }), 'same', 'it waits for it itself');
});

test('a session on the same display with another bus gets Hub once the bus of the last one is gone', () => {
  assert.equal(decided(facts(':0', { hasBus: false }), facts(':0')), 'moves');
  assert.equal(decided(facts(':0', { hasBus: false }), facts(':0', { hasBus: false })), 'same');
});

test('Hub never moves to a display that does not answer, and to one over a network only if it is asked', () => {
  const forwarded = facts('localhost:10', { isRemote: true });
  for (const isAsked of [false, true]) assert.equal(decided(facts(':0', gone), facts(':1', gone), { isAsked }), 'unreachable');
  assert.equal(decided(facts(':0', gone), forwarded), 'remote');
  assert.equal(decided(facts(':0', gone), forwarded, { isAsked: true }), 'moves');
});

test('who asks for the move gets it from a display that answers, too', () => {
  for (const isEqual of [false, true]) assert.equal(decided(facts(':0'), facts(':1'), { isAsked: true, isEqual }), 'moves');
});
