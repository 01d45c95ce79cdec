import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { type RememberingSurface, rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import type { Journal } from '../../journal/journal.ts';
import { readAnnotations } from '../../journal/keeping/annotations.ts';
import { runCommand } from '../program.ts';

interface Rig extends RememberingSurface {
  readonly journal: Journal;
  readonly run: (...words: string[]) => Promise<number>;
}

/** A home with three copies and no running Hub. */
function rig(t: TestContext): Rig {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (const text of ['one', 'two', 'three']) recordCapture(journal, textCapture(text));
  journal.statement("UPDATE fragments SET state = 'kept' WHERE id < 3").run();
  const remembered = rememberingSurface(places);
  return { journal, ...remembered, run: (...words) => runCommand(words, remembered.surface, 'hub') };
}

test('copies are pinned, tagged and described without a running Hub', async (t) => {
  const { journal, run, printed, complained } = rig(t);
  for (const words of ['pin 1 2', 'unpin 2', 'tag 1 2 +Work +new', 'tag 1 -new +x', 'title 1 mine', 'note 1 more'])
    assert.equal(await run(...words.split(' ')), 0, complained.join('\n'));
  assert.deepEqual(readAnnotations(journal, 1), { pinned: true, tags: ['work', 'x'], title: 'mine', note: 'more' });
  assert.deepEqual(readAnnotations(journal, 2), { pinned: false, tags: ['new', 'work'], title: null, note: null });
  assert.deepEqual(printed.slice(0, 3), ['Copy 1 is pinned.', 'Copy 2 is pinned.', 'Copy 2 is not pinned.']);
  await run('history');
  assert.match(printed.at(-1) ?? '', /pinned #work #x mine/);
  await run('title', '1', '');
  assert.equal(readAnnotations(journal, 1).title, null);
});

test('a tag may be written as lists show it, and has one # there', async (t) => {
  const { journal, run, printed } = rig(t);
  await run('tag', '1', '+#foo', '+##Bar', '+c#');
  assert.deepEqual(readAnnotations(journal, 1).tags, ['bar', 'c#', 'foo']);
  await run('tag', '1', '-#bar');
  await run('history');
  assert.match(printed.at(-1) ?? '', / #c# #foo /);
  journal.statement("INSERT INTO tags (fragment_id, tag) VALUES (2, '#old')").run();
  await run('tag', '2', '-#old', '+x');
  assert.deepEqual(readAnnotations(journal, 2).tags, ['x']);
});

/** Made up. */
const token = secretExample('aws_access_key', seeded(4));

test('what can not be done is said in one line, and the other copies are done', async (t) => {
  const { journal, run, complained } = rig(t);
  const refusals: readonly (readonly [words: readonly string[], status: number, why: RegExp])[] = [
    [['pin', '1', '99', '2'], 0, /there is no copy 99/],
    [['pin', '99'], 1, /there is no copy 99/],
    [['tag', '98', '99', '+a'], 1, /there are no copies 98, 99/],
    [['pin', 'x'], 1, /is a number/],
    [['pin', '3'], 1, /not judged yet/],
    [['tag', '1'], 2, /say which tags/],
    [['tag', '+a'], 2, /say which copy/],
    [['tag', '1', '+a:b'], 1, /^hub: a tag is a word of 1 to 50 characters/],
    [['title', '1', 'x'.repeat(201)], 1, /title/],
    [['title', '1', token], 1, /^hub: a title that looks like an AWS access key is not kept$/],
    [['tag', '1', `+${token}`], 1, /tag that looks like an AWS/],
  ];
  for (const [words, status, why] of refusals) {
    assert.equal(await run(...words), status, words.join(' '));
    assert.equal(complained.length, 1, complained.join('\n'));
    assert.match(complained.splice(0)[0] ?? '', why);
  }
  assert.equal(readAnnotations(journal, 2).pinned, true);
});

test('with --json, ids that do not exist are named, and it is one value in any case', async (t) => {
  const { run, printed } = rig(t);
  assert.equal(await run('pin', '1', '98', '99', '--json'), 0);
  assert.equal(await run('pin', '98', '99', '--json'), 1);
  assert.deepEqual(
    printed.map((line) => JSON.parse(line)),
    [
      { ok: true, missing: ['98', '99'] },
      { ok: false, error: 'not_found', detail: 'there are no copies 98, 99; run "hub history" to see the IDs' },
    ],
  );
});
