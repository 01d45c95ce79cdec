import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatRoutingDocument } from '../../../contract/documents/chat-routing.ts';
import { beforeSaving, withAssistant, withoutAssistant } from './change-assistants.ts';

const routing = chatRoutingDocument.parse({
  assistants: [
    { name: 'Usual', address: 'https://usual.example/?q={prompt}' },
    { name: 'Local', address: 'http://localhost:8080/?q={prompt}' },
  ],
  default_assistant: 'Usual',
  routes: { code: 'Local', link: 'Usual' },
});
const local = { place: 1, name: 'Local' };

test('an assistant that is renamed keeps what goes to it', () => {
  const changed = withAssistant(routing, { of: local, name: 'Mine', address: 'http://localhost:9/?q={prompt}' });
  assert.deepEqual(changed?.assistants?.[1], { name: 'Mine', address: 'http://localhost:9/?q={prompt}' });
  assert.deepEqual([changed?.default_assistant, changed?.routes?.code, changed?.routes?.link], ['Usual', 'Mine', 'Usual']);
  assert.equal(withAssistant(routing, { of: { place: 0, name: 'Usual' }, name: 'Other', address: 'x' })?.default_assistant, 'Other');
});

test('another address alone leaves the routes as they are, and a name that is taken is refused', () => {
  const changed = withAssistant(routing, { of: local, name: 'Local', address: 'http://localhost:1/' });
  assert.deepEqual(Object.keys(changed ?? {}), ['assistants']);
  assert.equal(withAssistant(routing, { of: local, name: 'Usual', address: 'x' }), null);
  assert.equal(withAssistant(routing, { of: null, name: 'Local', address: 'x' }), null);
  assert.equal(withAssistant(routing, { of: null, name: 'New', address: 'x' })?.assistants?.length, 3);
});

test('it is found by its name if the list has changed meanwhile; one that is gone is added', () => {
  const moved = { ...routing, assistants: routing.assistants.toReversed() };
  const changed = withAssistant(moved, { of: local, name: 'Mine', address: 'x' });
  assert.deepEqual(
    changed?.assistants?.map(({ name }) => name),
    ['Mine', 'Usual'],
  );
  assert.deepEqual(
    withoutAssistant(moved, local).assistants?.map(({ name }) => name),
    ['Usual'],
  );
});

test('what went to an assistant that is removed goes to nobody', () => {
  assert.deepEqual(Object.keys(withoutAssistant(routing, local)), ['assistants'], 'its route names it still, and so nobody');
  assert.equal(withoutAssistant(routing, { place: 0, name: 'Usual' }).default_assistant, '');
});

test('an assistant that was added or renamed is as before once that is undone, with what goes to it; one that is gone stays so', () => {
  const added = { ...routing, ...withAssistant(routing, { of: null, name: 'New', address: 'x' }) };
  assert.deepEqual({ ...added, ...beforeSaving(added, 'New', undefined) }, routing);
  const [, before] = routing.assistants;
  const renamed = { ...routing, ...withAssistant(routing, { of: local, name: 'Mine', address: 'x' }) };
  assert.deepEqual({ ...renamed, ...beforeSaving(renamed, 'Mine', before) }, routing);
  assert.equal(beforeSaving(routing, 'Mine', before), null);
});
