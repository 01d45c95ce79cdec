/** Texts of HTML are read by threads. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClipboard } from '../../../../test/doubles/fake-clipboard.ts';
import { capture, inlineContent, judged, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { offerTexts } from './put-texts.ts';

async function offered(
  t: TestContext,
  htmls: readonly string[],
  htmlWithinMs?: number,
): Promise<readonly [readonly number[] | string, string | null]> {
  const clipboard = new FakeClipboard();
  const journal = testJournal(t);
  const copies = htmls.map((html) =>
    capture([{ kind: 'text', representations: [{ mediaType: 'text/html', content: inlineContent(html) }] }]),
  );
  const ids = [textCapture('first'), ...copies].map((copy) => recordCapture(journal, copy).fragmentIds[0] ?? 0);
  for (const id of ids) recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  const did = await offerTexts(clipboard, journal, ids, htmlWithinMs === undefined ? {} : { htmlWithinMs });
  const content = clipboard.offered?.[0]?.content;
  return [
    did.ok ? did.value.map((id) => ids.indexOf(id)) : did.reason,
    content !== undefined && 'inline' in content ? Buffer.from(content.inline).toString() : null,
  ];
}

test('HTML that was copied without a text is joined as it reads', async (t) => {
  assert.deepEqual(await offered(t, ['<p>one <b>two</b></p><p>three</p>', '<p>four</p>'], 60_000), [[], 'first\none two\n\nthree\nfour']);
});

test('HTML without any text is left out, and named', async (t) => {
  assert.deepEqual(await offered(t, ['<img src="a.png">', '<p>one</p>'], 60_000), [[1], 'first\none']);
});

test('all HTML together has one limit of time; over it nothing is offered, rather than a part', async (t) => {
  // The thread alone takes longer to start.
  const slow = '<p>x</p>'.repeat(500_000);
  assert.deepEqual(await offered(t, ['<p>one</p>', slow], 30.7), ['too-slow', null]);
});

test('HTML that is too long to be read is not left out without a word: nothing is offered', async (t) => {
  assert.deepEqual(await offered(t, ['<p>one</p>', 'x'.repeat(4 * 1024 * 1024 + 1)]), ['one-too-long', null]);
});
