import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { capture, inlineContent, judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { NewFragment } from '../../contract/journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { eraseStep } from '../fragments/erasing.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { readFragment } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import type { Journal } from '../journal.ts';
import { contentForms, formsOf } from './same-content.ts';

const fragment = (contents: Readonly<Record<string, string>>, kind: NewFragment['kind'] = 'text'): NewFragment => ({
  kind,
  representations: Object.entries(contents).map(([mediaType, content]) => ({ mediaType, content: inlineContent(content) })),
});

/** Each is copied with another copy in between. */
function copied(journal: Journal, ...each: readonly Readonly<Record<string, string>>[]): readonly number[] {
  return copiedFragments(
    journal,
    each.map((contents) => fragment(contents)),
  );
}

function copiedFragments(journal: Journal, each: readonly NewFragment[]): readonly number[] {
  const keep = (id = 0): number => {
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    return id;
  };
  return each.map((copy, at) => {
    keep(recordCapture(journal, textCapture(`between ${at}`, { copiedAtMs: at * 20_000 + 10_000 })).fragmentIds[0]);
    return keep(recordCapture(journal, capture([copy], { copiedAtMs: at * 20_000 + 20_000 })).fragmentIds[0]);
  });
}

const left = (journal: Journal, ids: readonly number[]): readonly number[] =>
  listFragments(journal, { limit: 100 }).flatMap(({ id }) => (ids.includes(id) ? [id] : []));
const typesOf = (journal: Journal, id = 0): readonly string[] =>
  journal
    .statement('SELECT media_type FROM representations WHERE fragment_id = ? ORDER BY position')
    .all(id)
    .map(({ media_type }) => String(media_type));

const gate = { 'text/plain': 'gate', 'text/html': '<b>gate</b>' };

test('a text whose RTF and picture its program writes anew for each copy is one entry', (t) => {
  const journal = testJournal(t);
  const fonts = (order: string) => ({ ...gate, 'text/rtf': `{\\rtf1{\\fonttbl${order}}}`, 'image/png': `drawn ${order}` });
  const ids = copied(journal, fonts('01'), fonts('10'), fonts('01'));
  assert.deepEqual(left(journal, ids), ids.slice(-1));
  assert.equal(readFragment(journal, ids.at(-1) ?? 0)?.copies, 3);
});

test('a format that its program had no time to write is taken over from the earlier copy', (t) => {
  const journal = testJournal(t);
  const whole = { ...gate, 'text/rtf': '{\\rtf1 gate}', 'image/png': 'drawn' };
  const ids = copied(journal, whole, { ...gate, 'image/png': 'drawn' }, gate);
  assert.deepEqual(left(journal, ids), ids.slice(-1));
  assert.deepEqual(typesOf(journal, ids.at(-1)).toSorted(), ['image/png', 'text/html', 'text/plain', 'text/rtf']);
});

test('an RTF or a picture that goes with the earlier copy is erased from the log too; the words are still there', (t) => {
  const journal = testJournal(t);
  const erased = (...each: readonly Readonly<Record<string, string>>[]): unknown => {
    while (eraseStep(journal) === 'more');
    copied(journal, ...each);
    const { in_index: inIndex, in_log: inLog } = journal.statement('SELECT in_index, in_log FROM erasure').get() ?? {};
    return [inIndex === 0, inLog === 0];
  };
  const drawn = { ...gate, 'text/rtf': '{one}', 'image/png': 'one' };
  assert.deepEqual(erased(drawn, drawn), [true, true]);
  assert.deepEqual(erased({ ...drawn, 'image/png': 'two' }), [true, false]);
  assert.deepEqual(erased({ ...drawn, 'image/png': 'two', 'text/rtf': '{two}' }), [true, false]);
  assert.deepEqual(erased(gate), [true, true], 'it takes over what it lacks');
});

test('a text with another HTML, or with another RTF where there is no HTML, is another entry', (t) => {
  const journal = testJournal(t);
  const plain = { 'text/plain': 'gate' };
  const ids = copied(
    journal,
    plain,
    gate,
    { ...gate, 'text/html': '<i>gate</i>' },
    { ...plain, 'text/rtf': '{\\b gate}' },
    { ...plain, 'text/rtf': '{\\i gate}' },
  );
  assert.equal(left(journal, ids).length, 5);
});

test('a picture counts beside a plain text, and beside copied files: nothing else says what it shows', (t) => {
  const journal = testJournal(t);
  const caption = { 'text/plain': 'caption' };
  const texts = copied(journal, { ...caption, 'image/png': 'A' }, { ...caption, 'image/png': 'B' }, caption);
  assert.equal(left(journal, texts).length, 3);
  assert.deepEqual(typesOf(journal, texts.at(-1)), ['text/plain']);
  const list = { 'text/uri-list': 'file:///s.png' };
  const files = copiedFragments(
    journal,
    [{ ...list, 'image/png': 'A' }, { ...list, 'image/png': 'B' }, list].map((contents) => fragment(contents, 'files')),
  );
  assert.equal(left(journal, files).length, 3);
  assert.deepEqual(typesOf(journal, files.at(-1)), ['text/uri-list']);
});

test('copied files and pictures with another content in any format are another entry, whatever formats they have', (t) => {
  const journal = testJournal(t);
  const types = ['text/uri-list', 'text/plain', 'text/html', 'text/rtf', 'image/png', 'image/jpeg'];
  const anyTypes = fc.uniqueArray(fc.constantFrom(...types), { minLength: 1 });
  let number = 0;
  fc.assert(
    fc.property(fc.constantFrom('files', 'image'), anyTypes, fc.nat(), (kind, some, which) => {
      number += 1;
      const contents = Object.fromEntries(some.map((each) => [each, `${each} ${number}`]));
      const changed = some[which % some.length] ?? '';
      const [first, other] = [fragment(contents, kind), fragment({ ...contents, [changed]: `another ${number}` }, kind)];
      assert.notEqual(formsOf(first), formsOf(other));
      assert.equal(left(journal, copiedFragments(journal, [first, other, first])).length, 2);
    }),
    { numRuns: 30 },
  );
});

test('the journal and an import compare the same formats', (t) => {
  const journal = testJournal(t);
  const types = ['text/plain', 'text/html', 'text/rtf', 'image/png', 'image/jpeg', 'text/uri-list'];
  const anyFragment = fc
    .uniqueArray(fc.constantFrom(...types), { minLength: 1 })
    .chain((some) =>
      fc
        .constantFrom<NewFragment['kind']>('text', 'files', 'image')
        .map((kind) => fragment(Object.fromEntries(some.map((each) => [each, each])), kind)),
    );
  let copiedAtMs = 0;
  fc.assert(
    fc.property(anyFragment, (any) => {
      copiedAtMs += 20_000;
      recordCapture(journal, textCapture(`between ${copiedAtMs}`, { copiedAtMs }));
      const [id = 0] = recordCapture(journal, capture([any], { copiedAtMs: copiedAtMs + 10_000 })).fragmentIds;
      assert.equal(journal.statement(`SELECT ${contentForms('?1')} AS forms`).get(id)?.forms, formsOf(any));
    }),
    { numRuns: 30 },
  );
});
