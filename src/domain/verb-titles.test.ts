import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/harness/any-text.ts';
import { type ActionVerb, actionVerbs } from '../contract/action-verbs.ts';
import { matchVerbs, verbRow } from './verb-titles.ts';
import { jumpTasks } from './view/jump-list.ts';

const all: ReadonlySet<ActionVerb> = new Set(actionVerbs);
const found = (query: string, available = all) => matchVerbs(query, available).map(({ verb }) => verb);

test('every verb has a description and a title of its own', () => {
  const rows = actionVerbs.map(verbRow);
  assert.equal(new Set(rows.map(({ title }) => title)).size, rows.length);
  for (const { title, detail } of rows) assert.ok(title.length > 0 && title.length <= 40 && detail.length > 0 && detail.length <= 80);
});

test('a verb is found by the beginnings of its words, separate or joined', () => {
  for (const query of ['open log', 'op lo', 'oplog', 'ol', 'logs', 'OPEN  Logs ', 'open-logs'])
    assert.equal(found(query)[0], 'open-logs', query);
  for (const query of ['workspace', 'work', 'space', 'ows', 'open ws'.replace(' ws', ' wo')])
    assert.equal(found(query)[0], 'open-workspace', query);
  assert.equal(found('quit')[0], 'exit');
  assert.equal(found('ocr')[0], 'extract-clipboard-text');
});

test('a title that begins with the query comes first, a match in other words last', () => {
  assert.deepEqual(found('s').slice(0, 2), ['restore', 'toggle']);
  const aboutText = ['quick-settings-text-extraction', 'extract-clipboard-text', 'quick-settings-structured-text'];
  assert.deepEqual(found('text'), aboutText);
  assert.deepEqual(found('stop'), ['pause-capture', 'pause-for-an-hour', 'private-mode']);
  assert.equal(found('ignore')[0], 'ignore-next-copy');
});

test('exit is found by its whole words only', () => {
  for (const query of ['exit', 'Exit Hub', 'quit', 'quit h', 'shutdown']) assert.equal(found(query)[0], 'exit', query);
  for (const query of ['e', 'ex', 'exi', 'eh', 'qui', 'hub', 'end', 'close', 'stop']) assert.ok(!found(query).includes('exit'), query);
});

test('each of the quick settings is found by its name and by what it sets, and all of them together', () => {
  const quick = ['quick-settings-chat', 'quick-settings-structured-text', 'quick-settings-text-extraction'];
  for (const query of ['quick settings', 'preferences', 'settings'])
    assert.deepEqual(
      found(query).filter((verb) => verb !== 'open-settings'),
      quick,
      query,
    );
  assert.equal(found('settings')[0], 'open-settings');
  for (const [query, first] of [
    ['chat', quick[0]],
    ['structured text', quick[1]],
    ['csv', quick[1]],
    ['text extraction', quick[2]],
    ['quick-settings-text-extraction', quick[2]],
  ] as const)
    assert.equal(found(query)[0], first, query);
});

test('the middle of a word, a blank query and a long query find nothing', () => {
  for (const query of ['', '  ', 'ogs', 'xyz', '?!', 'open logs now', 'o'.repeat(41), 'a b c d e f g h'])
    assert.deepEqual(found(query), [], query);
});

test('a verb that is not available is not found', () => {
  assert.deepEqual(found('pause', new Set(['exit'])), []);
});

test('any query is answered, with available verbs only', () => {
  const some = new Set<ActionVerb>(['exit', 'open-logs']);
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('o', 'p', 'e', 'l', 's', ' ') })), (query) => {
      for (const verb of found(query, some)) assert.ok(some.has(verb));
    }),
  );
});

test('the jump list has a task for each verb that is worth one: hub action VERB', () => {
  const launcher = { exePath: '/n/node', arguments: ['/h/bin/hub.ts'], environment: {}, workingDirectory: '/h', iconPath: '/h/i.png' };
  const tasks = jumpTasks(launcher);
  assert.deepEqual(
    tasks.slice(0, 3).map(({ id }) => id),
    ['restore', 'save-now', 'extract-clipboard-text'],
  );
  assert.ok(!tasks.some(({ id }) => id === 'toggle'));
  assert.deepEqual(tasks[1], {
    ...launcher,
    id: 'save-now',
    arguments: ['/h/bin/hub.ts', 'action', 'save-now'],
    title: 'Save now',
    toolTip: 'Saves what is on the clipboard to the WorkSpace',
  });
});
