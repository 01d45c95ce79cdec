import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { type AnnotationRequest, annotationChange } from '../../contract/annotation.ts';
import { annotationLimits } from '../../contract/fragment-words.ts';
import { recordCapture } from '../captures/captures.ts';
import { carryOver } from '../damage/carrying/carry-over.ts';
import { changesSince, lastChangeNumber } from '../fragment-changes.ts';
import { eraseStep } from '../fragments/erasing.ts';
import { type Journal, openJournal } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { annotate, readAnnotations } from './annotations.ts';

const none = { pinned: false, tags: [], title: null, note: null };
const copied = (journal: Journal, text = 'a copy'): number => recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0;
const change = (journal: Journal, id: number, given: AnnotationRequest): unknown => annotate(journal, id, annotationChange.parse(given));

test('a fragment has what was added to it, and nothing else changes', (t) => {
  const journal = testJournal(t);
  const [id, other] = [copied(journal), copied(journal, 'another')];
  assert.deepEqual(readAnnotations(journal, id), none);
  assert.equal(change(journal, id, { pinned: true, tags: ['Work', 'äpfel'], title: ' My\n title ', note: 'one\ntwo\n' }), 'done');
  assert.deepEqual(readAnnotations(journal, id), { pinned: true, tags: ['work', 'äpfel'], title: 'My title', note: 'one\ntwo' });
  change(journal, id, { addTags: ['new', 'work'], removeTags: ['äpfel', 'unknown'] });
  change(journal, id, { pinned: false, title: '' });
  assert.deepEqual(readAnnotations(journal, id), { pinned: false, tags: ['new', 'work'], title: null, note: 'one\ntwo' });
  assert.deepEqual(readAnnotations(journal, other), none);
  assert.equal(change(journal, 99, { pinned: true }), 'unknown');
});

test('each change is told to clients, also that of a tag, and one that changes nothing is not', (t) => {
  const journal = testJournal(t);
  const id = copied(journal);
  for (const given of [{ addTags: ['a'] }, { removeTags: ['a'] }, { pinned: true }, { note: 'x' }, { pinned: false, note: null }]) {
    const before = lastChangeNumber(journal);
    change(journal, id, given);
    assert.deepEqual([...(changesSince(journal, before).fragments ?? [])], [[id, 'there']], JSON.stringify(given));
  }
  change(journal, id, { pinned: true, tags: ['a'] });
  const before = lastChangeNumber(journal);
  change(journal, id, { pinned: true, tags: ['A'] });
  assert.equal(lastChangeNumber(journal), before);
  deleteFragment(journal, id);
  assert.deepEqual([...(changesSince(journal, before).fragments ?? [])], [[id, 'gone']]);
});

test('more tags than the limit change nothing', (t) => {
  const journal = testJournal(t);
  const id = copied(journal);
  const words = Array.from({ length: annotationLimits.tagsOfFragment }, (_, at) => `tag${at}`);
  change(journal, id, { tags: words });
  assert.equal(change(journal, id, { addTags: ['more'], pinned: true }), 'too-many-tags');
  assert.equal(readAnnotations(journal, id).pinned, false);
  assert.equal(change(journal, id, { addTags: ['more'], removeTags: ['tag0'] }), 'done');
});

test('tags, titles and notes that are too long, or no words, are refused', () => {
  const { tag, title, note } = annotationLimits;
  for (const refused of [
    ...['', ' ', 'a b', '-a', '+a', 'a,b', 'a:b', '"', 'a\u200b', '\ud800', 'x'.repeat(tag + 1)].map((word) => ({ addTags: [word] })),
    ...['x'.repeat(title + 1), '\ud800'].map((text) => ({ title: text })),
    ...['x'.repeat(note + 1), '\ud800', 'a\0b'].map((text) => ({ note: text })),
    { other: 1 },
  ])
    assert.equal(annotationChange.safeParse(refused).success, false, JSON.stringify(refused).slice(0, 60));
  for (const word of ['c++', 'käse', '仕事', 'a-b', 'x'.repeat(tag)])
    assert.ok(annotationChange.safeParse({ addTags: [word] }).success, word);
});

test('they go with their fragment, and nothing of them is left in the files', (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const id = copied(journal);
  const canaries = ['canary-tag-5f1c', 'canary title 5f1c', 'canary note 5f1c', 'canary earlier note'];
  change(journal, id, { tags: [canaries[0] ?? ''], title: canaries[1] ?? '', note: canaries[3] ?? '' });
  change(journal, id, { note: canaries[2] ?? '' });
  const left = (): readonly string[] => {
    const files = [place.file, `${place.file}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
    return canaries.filter((canary) => files.some((bytes) => bytes.includes(canary)));
  };
  const eraseAll = (): void => {
    for (let steps = 0; steps < 1_000 && eraseStep(journal) === 'more'; steps += 1);
  };
  assert.deepEqual(left(), canaries);
  eraseAll();
  assert.deepEqual(left(), canaries.slice(0, 3), 'a text that was replaced');
  deleteFragment(journal, id);
  eraseAll();
  assert.deepEqual(left(), []);
});

test('they are carried over from a journal that was put aside', (t) => {
  const [from, to] = [journalPlace(t), journalPlace(t)];
  using old = openJournal(from);
  const id = copied(old);
  change(old, id, { pinned: true, tags: ['a', 'b'], note: 'n' });
  const journal = testJournal(t, to);
  carryOver(from, journal, 10_000);
  assert.deepEqual(readAnnotations(journal, id), { pinned: true, tags: ['a', 'b'], title: null, note: 'n' });
});
