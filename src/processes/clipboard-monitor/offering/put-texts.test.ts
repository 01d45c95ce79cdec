import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { MonitorRig, type RunningMonitor } from '../../../../test/doubles/monitor-in-process.ts';
import { capture, inlineContent, judged, spooledContent, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { failed } from '../../../base/outcome.ts';
import type { JoinedHow } from '../../../contract/requests.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { contentPlaces, readPresent } from '../../../journal/fragments/fragments.ts';
import type { Journal } from '../../../journal/journal.ts';

const keep = judged({ kind: 'keep', because: 'too_short' });

function kept(journal: Journal, text: string): number {
  const id = recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, keep);
  return id;
}

async function rig(t: TestContext) {
  const monitor = new MonitorRig(t);
  return { monitor, journal: monitor.journal, running: await monitor.start() };
}

async function put({ component }: RunningMonitor, fragmentIds: number[], requestId: number, how: JoinedHow = {}): Promise<unknown> {
  component.hear({ kind: 'offer-texts', fragmentIds, requestId, ...how });
  await component.until(() => component.said.some(({ message }) => message.kind === 'offered' && message.requestId === requestId));
  return component.said.find(({ message }) => message.kind === 'offered' && message.requestId === requestId)?.message;
}

const offered = ({ clipboard }: MonitorRig): string | undefined => {
  const content = clipboard.offered?.[0]?.content;
  return content !== undefined && 'inline' in content ? content.inline.toString() : undefined;
};

test('the texts of several copies are on the clipboard as one, in the order asked for, and no capture is there any more', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const [one, two] = [kept(journal, 'one'), kept(journal, 'two\n')];
  const large = recordCapture(
    journal,
    capture([{ kind: 'text', representations: [{ mediaType: 'text/plain', content: spooledContent(journal, 'l'.repeat(300_000)) }] }]),
  ).fragmentIds[0];
  recordJudgement(journal, large ?? 0, keep);
  assert.deepEqual(await put(running, [two, large ?? 0, one], 7), { kind: 'offered', requestId: 7, ok: true });
  assert.equal(offered(monitor), `two\n\n${'l'.repeat(300_000)}\none`);
  assert.equal(readPresent(journal).absence, 'texts');
  assert.deepEqual(monitor.captured().slice(0, 2), ['one', 'two\n'], 'it is no copy of its own');
});

test('pictures, and what the filter hides or was not judged yet, are left out; with no text left nothing is offered', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const text = kept(journal, 'text');
  const unjudged = recordCapture(journal, textCapture('canary')).fragmentIds[0] ?? 0;
  const picture = recordCapture(
    journal,
    capture([
      {
        kind: 'image',
        representations: [
          { mediaType: 'image/png', content: inlineContent('png') },
          { mediaType: 'text/plain', content: inlineContent('https://canary.example/picture.png?signed=canary') },
        ],
      },
    ]),
  ).fragmentIds[0];
  recordJudgement(journal, picture ?? 0, keep);
  const leftOut = [unjudged, picture ?? 0, 999];
  assert.deepEqual(await put(running, [unjudged, picture ?? 0, text, 999], 1), { kind: 'offered', requestId: 1, ok: true, leftOut });
  assert.equal(offered(monitor), 'text', 'nor the address of the picture, which nobody has seen');
  assert.deepEqual(await put(running, [unjudged, picture ?? 0], 2), { kind: 'offered', requestId: 2, ok: false, because: 'no-text' });
  assert.equal(offered(monitor), 'text', 'the clipboard is left alone');
});

function spooled(journal: Journal, kind: 'text' | 'files', mediaType: string, text: string): number {
  const first = kind === 'files' ? [{ mediaType: 'text/plain', content: inlineContent('/srv/a.txt') }] : [];
  const copy = capture([{ kind, representations: [...first, { mediaType, content: spooledContent(journal, text) }] }]);
  const id = recordCapture(journal, copy).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, keep);
  return id;
}

function removeFile(journal: Journal, id: number): void {
  for (const place of contentPlaces(journal, id)) if ('file' in place) rmSync(place.file);
}

test('if the list of copied files is gone, they are not pasted as text', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const id = spooled(journal, 'files', 'text/uri-list', 'file:///srv/a.txt\r\n'.repeat(20_000));
  removeFile(journal, id);
  assert.deepEqual(await put(running, [id], 1), { kind: 'offered', requestId: 1, ok: false, because: 'content-missing' });
  assert.equal(offered(monitor), undefined);
  await put(running, [id], 2, { plain: true });
  assert.equal(offered(monitor), '/srv/a.txt', 'whoever wants text needs no list');
});

test('files without a path that can be pasted are left out, and a list that is too long is a refusal', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const first = kept(journal, 'first');
  const none = keptAs(journal, 'files', 'text/uri-list', 'file:///%FF\r\n');
  assert.deepEqual(await put(running, [first, none], 1), { kind: 'offered', requestId: 1, ok: true, leftOut: [none] });
  assert.equal(offered(monitor), 'first');
  const long = spooled(journal, 'files', 'text/uri-list', 'file:///srv/a.txt\r\n'.repeat(120_000));
  assert.deepEqual(await put(running, [first, long], 2), { kind: 'offered', requestId: 2, ok: false, because: 'one-too-long' });
});

test('what was copied while the texts were read stays on the clipboard, and so does what was asked for later', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const [slow, quick] = [spooled(journal, 'text', 'text/plain', 'l'.repeat(4_000_000)), kept(journal, 'quick')];
  const answer = put(running, [slow], 1);
  await monitor.clipboard.copy({ content: { 'text/plain': 'newer' } });
  assert.deepEqual(await answer, { kind: 'offered', requestId: 1, ok: false, because: 'elsewhere' });
  assert.equal(offered(monitor), undefined);
  const [earlier, later] = [put(running, [slow], 2), put(running, [quick], 3)];
  assert.deepEqual(await later, { kind: 'offered', requestId: 3, ok: true });
  assert.deepEqual(await earlier, { kind: 'offered', requestId: 2, ok: false, because: 'elsewhere' });
  assert.equal(offered(monitor), 'quick');
});

test('if the texts are on the clipboard and a middle click does not paste them, the answer says that, and the journal what is there', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const id = kept(journal, 'one');
  t.mock.method(monitor.clipboard, 'offerSelected', async () => failed('not-owner'));
  assert.deepEqual(await put(running, [id, kept(journal, 'two')], 1, { selected: true }), {
    ...{ kind: 'offered', requestId: 1, ok: false, because: 'not-selected' },
  });
  assert.equal(offered(monitor), 'one\ntwo');
  assert.equal(readPresent(journal).absence, 'texts');
  running.component.hear({ kind: 'offer', fragmentId: id, requestId: 2, selected: true });
  await running.component.until(() => running.component.said.some(({ message }) => message.kind === 'offered' && message.requestId === 2));
  const answer = running.component.said
    .map(({ message }) => message)
    .find((message) => message.kind === 'offered' && message.requestId === 2);
  assert.deepEqual(answer, { kind: 'offered', requestId: 2, ok: false, because: 'not-selected' });
  await running.component.until(() => readPresent(journal).fragments[0]?.id === id);
});

test('if the file of one is gone the clipboard is left alone, and the answer says so', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const id =
    recordCapture(
      journal,
      capture([{ kind: 'text', representations: [{ mediaType: 'text/plain', content: spooledContent(journal, 'l'.repeat(300_000)) }] }]),
    ).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, keep);
  const place = contentPlaces(journal, id)[0];
  assert.ok(place !== undefined && 'file' in place);
  rmSync(place.file);
  assert.deepEqual(await put(running, [id], 1), { kind: 'offered', requestId: 1, ok: false, because: 'content-missing' });
  assert.equal(offered(monitor), undefined);
});

function keptAs(journal: Journal, kind: 'text' | 'files', mediaType: string, text: string): number {
  const copy = capture([{ kind, representations: [{ mediaType, content: inlineContent(text) }] }]);
  const id = recordCapture(journal, copy).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, keep);
  return id;
}

const formats = ({ clipboard }: MonitorRig): readonly (readonly [string, string])[] =>
  (clipboard.offered ?? []).map(({ mediaType, content }) => [mediaType, 'inline' in content ? content.inline.toString() : '']);

test('files alone are one list of files, and their paths as text; among texts, or if only text is wanted, they are their paths', async (t) => {
  const { monitor, journal, running } = await rig(t);
  // PCManFM ends its lists as C does.
  const [one, two] = ['file:///srv/a%20b.txt\0', 'file:///srv/c.txt\r\nfile:///srv/d.txt\r\n'].map((list) =>
    keptAs(journal, 'files', 'text/uri-list', list),
  );
  const paths = '/srv/a b.txt\n/srv/c.txt\n/srv/d.txt';
  await put(running, [one ?? 0, two ?? 0], 1);
  assert.deepEqual(formats(monitor), [
    ['text/uri-list', 'file:///srv/a%20b.txt\r\nfile:///srv/c.txt\r\nfile:///srv/d.txt\r\n'],
    ['text/plain', paths],
  ]);
  await put(running, [one ?? 0, two ?? 0], 2, { plain: true });
  assert.deepEqual(formats(monitor), [['text/plain', paths]]);
  await put(running, [one ?? 0, kept(journal, 'text'), two ?? 0], 3);
  assert.deepEqual(formats(monitor), [['text/plain', '/srv/a b.txt\ntext\n/srv/c.txt\n/srv/d.txt']]);
});

test('what a middle click pastes is the same text, where that is wanted', async (t) => {
  const { monitor, journal, running } = await rig(t);
  const ids = [kept(journal, 'one'), kept(journal, 'two')];
  await put(running, ids, 1);
  const selected = () => monitor.clipboard.offeredSelected?.map(({ content }) => 'inline' in content && content.inline.toString());
  assert.equal(selected(), undefined);
  await put(running, ids, 2, { selected: true });
  assert.deepEqual(selected(), ['one\ntwo']);
});
