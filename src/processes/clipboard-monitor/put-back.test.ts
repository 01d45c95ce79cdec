import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FakeClipboard } from '../../../test/doubles/fake-clipboard.ts';
import { capture, inlineContent, judged, testJournal } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { beginReading, recordExtracted } from '../../journal/fragments/extracted-texts.ts';
import { recordJudgement, recordSaved } from '../../journal/fragments/fragment-states.ts';
import { offerFragment } from './put-back.ts';

test('a document is put back as its file too, as long as that is there', async (t) => {
  const journal = testJournal(t);
  const content = inlineContent('%PDF-1.4 \0');
  const document = { kind: 'document', representations: [{ mediaType: 'application/pdf', content }] } as const;
  const { captureId, fragmentIds } = recordCapture(journal, capture([document], { origin: 'web' }));
  const [id = 0] = fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'save' }));
  const clipboard = new FakeClipboard();
  const offered = () =>
    clipboard.offered?.map(({ mediaType, content: { bytes, ...place } }) => [
      mediaType,
      'inline' in place ? Buffer.from(place.inline).toString() : bytes,
    ]);
  const bytes = ['application/pdf', '%PDF-1.4 \0'];

  assert.equal(await offerFragment(clipboard, journal, id), captureId);
  assert.deepEqual(offered(), [bytes]);

  const file = path.join(temporaryHome(t), 'a plan.pdf');
  writeFileSync(file, '%PDF-1.4 \0');
  recordSaved(journal, id, { workspace: '/w', sha256: content.sha256, path: file, duplicate: false, atMs: 1 });
  assert.equal(await offerFragment(clipboard, journal, id), captureId);
  assert.deepEqual(offered(), [bytes, ['text/uri-list', `${pathToFileURL(file).href}\r\n`], ['text/plain', file]]);

  writeFileSync(file, '%PDF-1.4 1');
  await offerFragment(clipboard, journal, id);
  assert.deepEqual(offered(), [bytes], 'another file has its name');
  rmSync(file);
  assert.equal(await offerFragment(clipboard, journal, id), captureId);
  assert.deepEqual(offered(), [bytes]);
});

test('copied files are offered with their paths as text, unless their program offered a text of its own', async (t) => {
  const clipboard = new FakeClipboard();
  const list = { mediaType: 'text/uri-list', content: inlineContent('file:///srv/a%20b.txt\r\nfile:///srv/c\r\n') };
  const own = { mediaType: 'text/plain', content: inlineContent('a b.txt and c') };
  const offeredText = async (representations: readonly (typeof list)[]) => {
    const journal = testJournal(t);
    const { fragmentIds } = recordCapture(journal, capture([{ kind: 'files', representations }]));
    recordJudgement(journal, fragmentIds[0] ?? 0, judged({ kind: 'keep', because: 'too_short' }));
    await offerFragment(clipboard, journal, fragmentIds[0] ?? 0);
    const texts = clipboard.offered?.filter(({ mediaType }) => mediaType === 'text/plain') ?? [];
    return texts.map(({ content }) => ('inline' in content ? Buffer.from(content.inline).toString() : null));
  };
  assert.deepEqual(await offeredText([list]), ['/srv/a b.txt\n/srv/c']);
  assert.deepEqual(await offeredText([list, own]), ['a b.txt and c']);
});

test('a picture is offered plainly as the text that was read in it', async (t) => {
  const clipboard = new FakeClipboard();
  const journal = testJournal(t);
  const picture = { mediaType: 'image/png', content: inlineContent('no picture') };
  const { fragmentIds, captureId } = recordCapture(journal, capture([{ kind: 'image', representations: [picture] }]));
  const [id = 0] = fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  assert.equal(await offerFragment(clipboard, journal, id, { isPlain: true }), null);
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'read', text: 'what it says', isCut: false, secret: null });
  assert.equal(await offerFragment(clipboard, journal, id, { isPlain: true }), captureId);
  const [only] = clipboard.offered ?? [];
  assert.ok(only !== undefined && 'inline' in only.content);
  assert.deepEqual(
    [clipboard.offered?.length, only.mediaType, Buffer.from(only.content.inline).toString()],
    [1, 'text/plain', 'what it says'],
  );
});
