import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { capture, inlineContent, judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { recordCapture, setPresent } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { listCommands } from './list-commands.ts';
import { runSaved } from './run-command.ts';

const skip = process.platform === 'win32' ? 'these programs are of Unix' : false;

/** A home with these commands, and a text that is kept. */
function rig(t: TestContext, commands: readonly object[]) {
  const { places } = startPeers(t);
  for (const folder of [path.dirname(places.journal), places.blobs, places.run, path.dirname(places.document('config/x'))])
    mkdirSync(folder, { recursive: true });
  const save = (all: readonly object[]): void => writeFileSync(places.document('config/commands.json'), JSON.stringify({ commands: all }));
  save(commands);
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const keep = (given: Parameters<typeof recordCapture>[1], verdict: 'keep' | 'filter' = 'keep'): string => {
    const id = recordCapture(journal, given).fragmentIds[0] ?? 0;
    recordJudgement(
      journal,
      id,
      judged(verdict === 'keep' ? { kind: 'keep', because: 'too_short' } : { kind: 'filter', because: 'excluded_extension' }),
    );
    return String(id);
  };
  const id = keep(textCapture('b\na\n'));
  const bytes: string[] = [];
  const asked: string[] = [];
  const remembering = rememberingSurface(places);
  const surface = { ...remembering.surface, printBytes: (some: Uint8Array) => void bytes.push(Buffer.from(some).toString()) };
  const atTerminal = (answer: boolean) => ({
    ...surface,
    canAsk: true,
    confirm: async (question: string) => {
      asked.push(question);
      return answer;
    },
  });
  return { ...remembering, places, surface, journal, atTerminal, keep, id, bytes, asked, save };
}

const sort = { name: 'Sort lines', command: ['sort', '-r'], kinds: ['text'] };

test('a command runs with the copy at its standard input once its user has seen and allowed it', { skip }, async (t) => {
  const { surface, atTerminal, id, bytes, asked, complained, save, places } = rig(t, [sort]);
  assert.equal(await runSaved(surface, 'sort-lines', id, {}), 1);
  assert.match(complained[0] ?? '', /has not run before/);
  assert.equal(await runSaved(atTerminal(false), 'sort-lines', id, {}), 1);
  assert.match(asked[0] ?? '', /sort -r/);
  assert.deepEqual(bytes, []);
  assert.equal(await runSaved(atTerminal(true), 'Sort lines', id, {}), 0);
  assert.equal(await runSaved(surface, 'sort-lines', id, {}), 0);
  assert.deepEqual(bytes, ['b\na\n', 'b\na\n']);
  save([{ ...sort, command: ['sort', '-u'] }]);
  assert.equal(await runSaved(surface, 'sort-lines', id, {}), 1);
  assert.equal(await runSaved(surface, 'sort-lines', id, { yes: true }), 0);
  assert.equal(bytes[2], 'a\nb\n');
  assert.doesNotMatch(readFileSync(places.allowedCommands, 'utf8'), /sort/);
});

test('a mistake in the name of a command is answered with the name that is near', { skip }, async (t) => {
  const { surface, complained, id } = rig(t, [sort]);
  for (const word of ['sort-line', 'SORT-LINS', 'something else']) assert.equal(await runSaved(surface, word, id, {}), 1);
  const all = complained.map((line) => line.replace(/.*to see them/, ''));
  assert.deepEqual(all, [' (Did you mean sort-lines?)', ' (Did you mean sort-lines?)', '']);
});

test('the variables tell what the copy is', { skip }, async (t) => {
  const { surface, id, bytes } = rig(t, [{ name: 'tell', command: ['sh', '-c', 'echo $HUB_COPY_ID $HUB_COPY_MEDIA_TYPE $HUB_COPY_KIND'] }]);
  assert.equal(await runSaved(surface, 'tell', id, { yes: true }), 0);
  assert.equal(bytes[0], `${id} text/plain prose\n`);
});

test('a copied picture is given as its bytes, and files as one path a line', { skip }, async (t) => {
  const { surface, bytes, keep, complained } = rig(t, [
    { name: 'Count', command: ['wc', '-c'] },
    { name: 'Read', command: ['cat'], kinds: ['files'] },
  ]);
  const picture = { kind: 'image', representations: [{ mediaType: 'image/png', content: inlineContent(Buffer.alloc(77, 0xff)) }] } as const;
  assert.equal(await runSaved(surface, 'count', keep(capture([picture])), { yes: true }), 0);
  const list = inlineContent('file:///tmp/a%20b\r\nfile:///tmp/c\r\n');
  const files = keep(capture([{ kind: 'files', representations: [{ mediaType: 'text/uri-list', content: list }] }]));
  assert.equal(await runSaved(surface, 'read', files, { yes: true }), 0);
  assert.deepEqual([bytes[0]?.trim(), bytes[1]], ['77', '/tmp/a b\n/tmp/c\n']);
  const broken = inlineContent('file:///tmp/a%0A/etc\r\n');
  const two = keep(capture([{ kind: 'files', representations: [{ mediaType: 'text/uri-list', content: broken }] }]));
  assert.equal(await runSaved(surface, 'read', two, { yes: true }), 1);
  assert.match(complained.at(-1) ?? '', /line break/);
});

test('a command gets nothing that the content filter left out, and no copy of another kind', { skip }, async (t) => {
  const { surface, bytes, keep, id, complained } = rig(t, [
    { name: 'Read', command: ['cat'] },
    { name: 'Link', command: ['cat'], kinds: ['link'] },
  ]);
  assert.equal(await runSaved(surface, 'read', keep(textCapture('left out'), 'filter'), { yes: true }), 1);
  assert.equal(await runSaved(surface, 'link', id, { yes: true }), 1);
  assert.match(complained[1] ?? '', /not for copies of this kind/);
  assert.deepEqual(bytes, []);
});

test('of a private copy on the clipboard there is nothing to give, and the answer says so', { skip }, async (t) => {
  const { surface, bytes, complained, journal } = rig(t, [{ name: 'Read', command: ['cat'] }]);
  setPresent(journal, null, Date.now(), 'concealed');
  assert.equal(await runSaved(surface, 'read', undefined, { yes: true }), 1);
  assert.match(complained[0] ?? '', /nothing is kept .*: its program marks it as secret/);
  setPresent(journal, null, Date.now(), 'cleared');
  assert.equal(await runSaved(surface, 'read', undefined, { yes: true }), 1);
  assert.match(complained[1] ?? '', /there is no copy on the clipboard/);
  assert.deepEqual(bytes, []);
});

test('a failure is named with what to do, and the first line of the complaint', { skip }, async (t) => {
  const commands = [
    { name: 'Missing', command: ['hub-has-no-such-program'] },
    { name: 'Fails', command: ['sh', '-c', 'echo no such lock >&2; exit 5'] },
    { name: 'Slow', command: ['sleep', '1000'], timeout_seconds: 1 },
    { name: 'Yes', command: ['yes'] },
  ];
  const { surface, id, complained } = rig(t, commands);
  for (const name of ['missing', 'fails', 'slow', 'yes', 'unknown']) assert.equal(await runSaved(surface, name, id, { yes: true }), 1);
  const expected = [
    /no program hub-has-no-such-program/,
    /status 5: no such lock/,
    /after 1 second, and was killed/,
    /more than 8 MiB/,
    /no saved command unknown/,
  ];
  for (const [at, words] of expected.entries()) assert.match(complained[at] ?? '', words);
});

test('no more than four run at the same time', { skip }, async (t) => {
  const { surface, id, places, complained } = rig(t, [sort]);
  const held = [1, 2, 3, 4].map((at) => takeProcessLock(path.join(places.run, `command-${at}.lock`)));
  assert.equal(await runSaved(surface, 'sort-lines', id, { yes: true }), 1);
  assert.match(complained[0] ?? '', /running already/);
  for (const one of held) if (one.ok) one.value[Symbol.dispose]();
  assert.equal(await runSaved(surface, 'sort-lines', id, {}), 0);
});

test('the commands are listed for people and for programs', (t) => {
  const { surface, printed } = rig(t, [sort, { name: 'Any', command: ['sh', '-c', 'a b'], output: 'clipboard' }]);
  assert.equal(listCommands(surface, {}), 0);
  assert.match(printed.join('\n'), /sort-lines +Sort lines +text +sort -r\nany +Any +any +sh -c "a b"/);
  listCommands(surface, { json: true });
  const { commands } = JSON.parse(printed.at(-1) ?? '');
  assert.deepEqual([commands[1].id, commands[1].output, commands[1].allowed], ['any', 'clipboard', false]);
});

test('the list names the keys of commands, and those that something else has', (t) => {
  const { surface, printed, complained } = rig(t, [
    { ...sort, shortcut: 'F8' },
    { name: 'Code', command: ['cat'], kinds: ['code'], shortcut: 'F8' },
    { name: 'Small', command: ['cat'], kinds: ['image'], shortcut: 'F8' },
    { name: 'Paste', command: ['cat'], shortcut: 'Super+G' },
  ]);
  assert.equal(listCommands(surface, {}), 0);
  assert.match(printed.join('\n'), /SHORTCUT[\s\S]*sort-lines.* F8 +sort -r/);
  assert.deepEqual(complained, ['hub: F8 runs Sort lines, which comes first, and not Code']);
  printed.length = 0;
  listCommands(surface, { json: true });
  const { commands } = JSON.parse(printed.join(''));
  assert.deepEqual(
    commands.map((command: { shortcut_taken_by: string | null }) => command.shortcut_taken_by),
    [null, 'command sort-lines', null, null],
  );
});
