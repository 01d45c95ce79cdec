/** What a thread is started for, within a deadline. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClipboard } from '../../../test/doubles/fake-clipboard.ts';
import { capture, inlineContent, judged, testJournal } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { offerFragment } from './put-back.ts';

test('a copy that has only HTML is offered with its text as it reads, and plainly as that alone', async (t) => {
  const clipboard = new FakeClipboard();
  const journal = testJournal(t);
  const html = { mediaType: 'text/html', content: inlineContent('<p>one <b>two</b></p><p>three</p>') };
  const picture = { mediaType: 'image/png', content: inlineContent('no picture') };
  const { fragmentIds } = recordCapture(journal, capture([{ kind: 'text', representations: [html] }]));
  const around = recordCapture(journal, capture([{ kind: 'image', representations: [picture, html] }]));
  const [id = 0, other = 0] = [...fragmentIds, ...around.fragmentIds];
  for (const each of [id, other]) recordJudgement(journal, each, judged({ kind: 'keep', because: 'too_short' }));
  const offered = () =>
    clipboard.offered?.map(({ mediaType, content }) => [mediaType, 'inline' in content ? Buffer.from(content.inline).toString() : null]);
  await offerFragment(clipboard, journal, id);
  assert.deepEqual(offered(), [
    ['text/html', '<p>one <b>two</b></p><p>three</p>'],
    ['text/plain', 'one two\n\nthree'],
  ]);
  await offerFragment(clipboard, journal, id, { isPlain: true });
  assert.deepEqual(offered(), [['text/plain', 'one two\n\nthree']]);
  await offerFragment(clipboard, journal, other);
  assert.deepEqual(
    clipboard.offered?.map(({ mediaType }) => mediaType),
    ['image/png', 'text/html'],
    'the HTML around a picture is no text',
  );
  assert.equal(await offerFragment(clipboard, journal, other, { isPlain: true }), null);
});
