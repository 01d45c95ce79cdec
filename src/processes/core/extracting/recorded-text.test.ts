import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { capture, directWriter, inlineContent, judged, testJournal } from '../../../../test/doubles/temporary-journal.ts';
import { textExtractionDocument } from '../../../contract/documents/text-extraction.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordExtracted } from '../../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { contentPlaces, readFragment, tryReadHead } from '../../../journal/fragments/fragments.ts';
import { unjudgedFragments } from '../../../journal/fragments/judging-attempts.ts';
import { textCopyOf } from '../../../journal/fragments/texts-of-copies.ts';
import { copyReadText } from './recorded-text.ts';

const keep = { kind: 'keep', because: 'extracted' } as const;

/** A picture of the history in which a text was read. */
function rig(t: TestContext, { isHeld = false, rules = {}, isExempt = false, text = 'a text\n' } = {}) {
  const journal = testJournal(t);
  const picture = { kind: 'image' as const, representations: [{ mediaType: 'image/png', content: inlineContent('stands for a picture') }] };
  const [pictureId = 0] = recordCapture(journal, { ...capture([picture]), ...(isExempt && { isExempt }) }).fragmentIds;
  const state: { judgement: Parameters<typeof judged>[0] } = { judgement: keep };
  const judge = (): void => {
    for (const id of unjudgedFragments(journal, 0, 10)) recordJudgement(journal, id, judged(state.judgement));
  };
  judge();
  recordExtracted(journal, pictureId, 0, { state: 'read', text, isCut: false, secret: null });
  const offered: unknown[] = [];
  const core = {
    judgeNow: judge,
    offer: async (...asked: unknown[]) => {
      offered.push(asked);
      return true;
    },
  };
  const parts = { core, journal, writer: directWriter(journal), isHeld: () => isHeld, rules: () => textExtractionDocument.parse(rules) };
  const of = readFragment(journal, pictureId);
  assert.ok(of !== null);
  return { journal, of, offered, state, copy: () => copyReadText(parts, of, 0) };
}

test('the text that was read in a picture becomes a copy of its own, linked with the picture, and the same again is the same copy', async (t) => {
  const { copy, offered, journal, of } = rig(t);
  assert.equal(await copy(), true);
  const text = textCopyOf(journal, of.id);
  assert.deepEqual(offered, [[text]]);
  assert.equal(await copy(), true);
  assert.equal(journal.statement("SELECT count(*) AS n FROM fragments WHERE kind = 'text'").get()?.n, 1);
});

test('it has the form that the preferences ask for, as with the verb', async (t) => {
  const { copy, journal, of } = rig(t, { rules: { join_lines: true }, text: '\nfirst  \nsecond\n\n' });
  await copy();
  const [place] = contentPlaces(journal, textCopyOf(journal, of.id) ?? 0);
  assert.equal(place && Buffer.from(tryReadHead(place, 100) ?? []).toString(), 'first second');
});

test('it is on the clipboard alone during a pause, of a private copy, and where rules exclude it', async (t) => {
  const excluded = { kind: 'filter', because: 'excluded_dir' } as const;
  for (const [options, judgement] of [
    [{ isHeld: true }, keep],
    [{ isExempt: true }, keep],
    [{}, excluded],
  ] as const) {
    const { copy, offered, state, of, journal } = rig(t, options);
    state.judgement = judgement;
    assert.equal(await copy(), true);
    assert.deepEqual(offered, [[of.id, 'extracted', { file: 0 }]]);
    assert.equal(textCopyOf(journal, of.id), null);
  }
});
