import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { MonitorRig } from '../../../../test/doubles/monitor-in-process.ts';
import { judged, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { beginReading, recordExtracted } from '../../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { contentPlaces, readPresent } from '../../../journal/fragments/fragments.ts';
import { listFragments } from '../../../journal/fragments/listing.ts';
import type { OfferedRepresentation } from '../../../platform/clipboard/index.ts';

describe('offering a fragment', () => {
  test('puts all of its representations on the clipboard and confirms that', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'text/plain': 'x', 'text/html': '<b>x</b>' } });
    const [fragment] = listFragments(journal, { limit: 1 });
    component.hear({ kind: 'offer', fragmentId: fragment?.id ?? 0, requestId: 9 });
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.deepEqual(
      component.said.filter(({ message }) => message.kind === 'offered'),
      [{ to: 'python_core', message: { kind: 'offered', requestId: 9, ok: true } }],
    );
    assert.deepEqual(
      clipboard.offered?.map(({ mediaType }) => mediaType),
      ['text/plain', 'text/html'],
    );
  });

  test('as plain text leaves its other formats out, and fails without any', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'text/plain': 'x', 'text/html': '<b>x</b>' } });
    await rig.copy({ content: { 'text/html': '<img src="y">' } });
    const [without, rich] = listFragments(journal, { limit: 2 });
    for (const [requestId, fragmentId] of [rich?.id ?? 0, without?.id ?? 0].entries())
      component.hear({ kind: 'offer', fragmentId, requestId, part: 'plain' });
    await component.until(() => component.said.filter(({ message }) => message.kind === 'offered').length === 2);
    assert.deepEqual(
      component.said.flatMap(({ message }) => (message.kind === 'offered' ? [[message.requestId, message.ok]] : [])).toSorted(),
      [
        [0, true],
        [1, false],
      ],
    );
    assert.deepEqual(
      clipboard.offered?.map(({ mediaType }) => mediaType),
      ['text/plain'],
    );
  });

  test('can make its plain text the selection too; without one it touches neither', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'text/plain': 'x', 'text/html': '<b>x</b>' } });
    await rig.copy({ content: { 'text/html': '<img src="y">' } });
    const [without, rich] = listFragments(journal, { limit: 2 });
    const offers = async (fragmentId = 0): Promise<unknown> => {
      component.said.length = 0;
      component.hear({ kind: 'offer', fragmentId, requestId: 1, selected: true });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
      const types = (offered: typeof clipboard.offered) => offered?.map(({ mediaType }) => mediaType) ?? null;
      return [component.said[0]?.message, types(clipboard.offered), types(clipboard.offeredSelected)];
    };
    assert.deepEqual(await offers(without?.id), [{ kind: 'offered', requestId: 1, ok: false, because: 'content-missing' }, null, null]);
    assert.deepEqual(await offers(rich?.id), [{ kind: 'offered', requestId: 1, ok: true }, ['text/plain', 'text/html'], ['text/plain']]);
  });

  test('over one copy only happens while that is on the clipboard', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy('the picture');
    const [present] = listFragments(journal, { limit: 1 });
    const text = recordCapture(journal, { ...textCapture('its text'), origin: 'extraction' });
    recordJudgement(journal, text.fragmentIds[0] ?? 0, judged({ kind: 'keep', because: 'too_short' }));
    const offers = async (): Promise<unknown> => {
      component.said.length = 0;
      component.hear({ kind: 'offer', fragmentId: text.fragmentIds[0] ?? 0, requestId: 1, onlyOver: present?.captureId ?? 0 });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
      return component.said.find(({ message }) => message.kind === 'offered')?.message;
    };
    await rig.copy('something else');
    assert.deepEqual(await offers(), { kind: 'offered', requestId: 1, ok: false, because: 'elsewhere' });
    assert.equal(clipboard.offered, null);
    await rig.copy('the picture');
    const again = listFragments(journal, { limit: 1 })[0];
    component.said.length = 0;
    component.hear({ kind: 'offer', fragmentId: text.fragmentIds[0] ?? 0, requestId: 2, onlyOver: again?.captureId ?? 0 });
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.deepEqual(component.said.find(({ message }) => message.kind === 'offered')?.message, {
      kind: 'offered',
      requestId: 2,
      ok: true,
    });
  });

  test('leaves the clipboard alone while its own program offers it, if that is asked for', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'text/plain': 'x', 'text/html': '<b>x</b>' } });
    const [fragment] = listFragments(journal, { limit: 1 });
    const offers = async (how: object): Promise<readonly string[] | null> => {
      component.said.length = 0;
      clipboard.offered = null;
      component.hear({ kind: 'offer', fragmentId: fragment?.id ?? 0, requestId: 1, ...how });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
      const answer = component.said.find(({ message }) => message.kind === 'offered');
      assert.deepEqual(answer?.message, { kind: 'offered', requestId: 1, ok: true });
      const offered = clipboard.offered as readonly { readonly mediaType: string }[] | null;
      return offered?.map(({ mediaType }) => mediaType) ?? null;
    };
    assert.equal(await offers({ unlessPresent: true }), null);
    assert.deepEqual(await offers({ unlessPresent: true, part: 'plain' }), ['text/plain'], 'as plain text it is another one');
    assert.deepEqual(await offers({ unlessPresent: true }), ['text/plain', 'text/html'], 'what Hub has put there is no reason');
    await rig.copy('another');
    assert.deepEqual(await offers({ unlessPresent: true }), ['text/plain', 'text/html']);
  });

  test('puts on the clipboard what was there before a restart, if nobody was seen to offer it since', async (t) => {
    const rig = new MonitorRig(t);
    const { monitor } = await rig.start();
    await rig.copy('x');
    const [fragment] = listFragments(rig.journal, { limit: 1 });
    await monitor[Symbol.asyncDispose]();
    rig.clipboard.clear('end'); // nobody hears it
    rig.clipboard.offered = null;
    const { component } = await rig.start();
    rig.clipboard.clear('end', true);
    component.hear({ kind: 'offer', fragmentId: fragment?.id ?? 0, requestId: 1, unlessPresent: true });
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.notEqual(rig.clipboard.offered, null);
  });

  test('makes it the current content again, without a new capture', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { journal } = rig;
    await rig.copy('earlier');
    await rig.copy('later');
    const [later, earlier] = listFragments(journal, { limit: 2 });
    component.hear({ kind: 'offer', fragmentId: earlier?.id ?? 0, requestId: 1 });
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.deepEqual(
      readPresent(journal).fragments.map(({ id }) => id),
      [earlier?.id],
    );
    assert.equal(listFragments(journal, { limit: 9 })[0]?.id, later?.id);
  });

  test('puts the text on the clipboard that was read in it, and fails without one', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'image/png': 'png' } });
    const [fragment] = listFragments(journal, { limit: 1 });
    const fragmentId = fragment?.id ?? 0;
    recordJudgement(journal, fragmentId, judged({ kind: 'keep', because: 'too_short' }));
    beginReading(journal, fragmentId, 0);
    recordExtracted(journal, fragmentId, 0, { state: 'read', text: 'high water', isCut: false, secret: null });
    for (const [requestId, file] of [0, 1].entries())
      component.hear({ kind: 'offer', fragmentId, requestId: requestId + 1, part: 'extracted', file });
    await component.until(() => component.said.filter(({ message }) => message.kind === 'offered').length === 2);
    assert.deepEqual(
      component.said.flatMap(({ message }) => (message.kind === 'offered' ? [[message.requestId, message.ok]] : [])).toSorted(),
      [
        [1, true],
        [2, false],
      ],
    );
    const [offered, ...others] = clipboard.offered ?? [];
    assert.ok(offered !== undefined && 'inline' in offered.content);
    assert.deepEqual([offered.mediaType, offered.content.inline.toString(), others.length], ['text/plain', 'high water', 0]);
  });

  test('puts a part of its text on the clipboard, or of the one that was read in it, and fails for one that is not there', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy({ content: { 'text/plain': 'tide 🌊 tables', 'text/html': '<b>tide</b>' } });
    await rig.copy({ content: { 'image/png': 'png' } });
    const [picture, text] = listFragments(journal, { limit: 2 }).map(({ id }) => id);
    for (const id of [picture, text]) recordJudgement(journal, id ?? 0, judged({ kind: 'keep', because: 'too_short' }));
    beginReading(journal, picture ?? 0, 0);
    recordExtracted(journal, picture ?? 0, 0, { state: 'read', text: 'high water', isCut: false, secret: null });
    const offered = async (fragmentId = 0, from: number, to: number, how: object = {}) => {
      component.said.length = 0;
      clipboard.offered = null;
      component.hear({ kind: 'offer', fragmentId, requestId: 1, span: { from, to }, ...how });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
      const all = clipboard.offered as readonly OfferedRepresentation[] | null;
      return all?.map(({ mediaType, content }) => [mediaType, 'inline' in content ? content.inline.toString() : null]) ?? null;
    };
    const ofPicture = { part: 'extracted', file: 0 };
    assert.deepEqual(await offered(text, 5, 7, { part: 'content', unlessPresent: true }), [['text/plain', '🌊']]);
    assert.partialDeepStrictEqual(readPresent(journal), { fragments: [], absence: 'texts' });
    assert.deepEqual(await offered(picture, 5, 10, ofPicture), [['text/plain', 'water']]);
    assert.deepEqual(await offered(text, 8, 14), [['text/plain', 'tables']]);
    assert.equal(await offered(text, 8, 15), null, 'beyond its end');
    assert.equal(await offered(text, 5, 6), null, 'half a character');
    assert.equal(await offered(text, 3, 3), null);
    assert.equal(await offered(picture, 0, 3), null, 'a picture has no text of its own');
    assert.equal(await offered(picture, 0, 3, { ...ofPicture, file: 1 }), null);
    journal.statement("UPDATE fragments SET state = 'filtered'").run();
    assert.equal(await offered(text, 8, 14), null);
    assert.equal(await offered(picture, 5, 10, ofPicture), null);
  });

  test('puts a table of its text on the clipboard in another form, and fails for a part without one', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    const table = '| Place | Height |\n| --- | --- |\n| Husum | 4.2 |';
    await rig.copy({ content: { 'text/plain': `Tides:\n${table}` } });
    const [id = 0] = listFragments(journal, { limit: 1 }).map((each) => each.id);
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    const offered = async (as: 'csv' | 'tsv' | 'json', to = 7 + table.length): Promise<string | null> => {
      component.said.length = 0;
      clipboard.offered = null;
      component.hear({ kind: 'offer', fragmentId: id, requestId: 1, span: { from: 7, to }, as });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
      const [first] = (clipboard.offered as readonly OfferedRepresentation[] | null) ?? [];
      return first !== undefined && 'inline' in first.content ? first.content.inline.toString() : null;
    };
    assert.equal(await offered('csv'), 'Place,Height\r\nHusum,4.2\r\n');
    assert.equal(await offered('tsv'), 'Place\tHeight\r\nHusum\t4.2\r\n');
    assert.deepEqual(JSON.parse((await offered('json')) ?? ''), [{ Place: 'Husum', Height: 4.2 }]);
    assert.equal(await offered('csv', 12), null);
    const late = offered('csv');
    await rig.copy('what is copied while the table is written');
    assert.equal(await late, null);
    assert.partialDeepStrictEqual(component.said, [{ message: { kind: 'offered', ok: false, because: 'elsewhere' } }]);
  });

  test('or its address leaves no capture current; without an address it fails', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { journal } = rig;
    await rig.copy({ content: { 'text/plain': 'x' }, sourceUrl: 'https://example.org/a' });
    await rig.copy({ content: { 'text/plain': 'y' }, owner: { name: null, executable: null, pid: null, windowTitle: null } });
    const [without, withAddress] = listFragments(journal, { limit: 2 });
    component.hear({ kind: 'offer', fragmentId: withAddress?.id ?? 0, requestId: 1, part: 'address' });
    component.hear({ kind: 'offer', fragmentId: without?.id ?? 0, requestId: 2, part: 'address' });
    await component.until(() => component.said.filter(({ message }) => message.kind === 'offered').length === 2);
    const answers = component.said.flatMap(({ message }) => (message.kind === 'offered' ? [[message.requestId, message.ok]] : []));
    assert.deepEqual(answers.toSorted(), [
      [1, true],
      [2, false],
    ]);
    assert.equal(without?.source.path, '');
    assert.equal(withAddress?.source.path, 'https://example.org/a');
    assert.partialDeepStrictEqual(readPresent(journal), { fragments: [], absence: 'address' });
  });

  test('that is unknown, or whose content was filtered, fails', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    const id = recordCapture(journal, textCapture('CANARY')).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, {
      detection: null,
      embeddedFilename: null,
      pictureSize: null,
      verdict: { kind: 'filter', because: 'excluded_dir' },
    });
    for (const fragmentId of [id, 4_711]) component.hear({ kind: 'offer', fragmentId, requestId: fragmentId });
    await component.until(() => component.said.length === 2);
    for (const { message } of component.said) assert.ok(message.kind === 'offered' && !message.ok);
    assert.equal(clipboard.offered, null);
  });

  test('whose content is missing leaves the clipboard alone and fails, unless a saved file still has the content', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy('earlier');
    await rig.copy('x'.repeat(200_000));
    await rig.copy('present');
    const fragmentId = listFragments(journal, { limit: 2 })[1]?.id ?? 0;
    const place = contentPlaces(journal, fragmentId)[0];
    assert.ok(place !== undefined && 'file' in place);
    const saved = path.join(rig.places.home, 'saved.txt');
    for (const [requestId, content] of ['y'.repeat(200_000), 'x'.repeat(200_000)].entries()) {
      rmSync(place.file, { force: true });
      writeFileSync(saved, content);
      journal.statement('UPDATE fragments SET saved_path = ? WHERE id = ?').run(saved, fragmentId);
      component.hear({ kind: 'offer', fragmentId, requestId });
      await component.until(() => component.said.some(({ message }) => message.kind === 'offered' && message.requestId === requestId));
      if (requestId === 0) assert.equal(clipboard.offered, null);
    }
    assert.deepEqual(
      component.said.map(({ message }) => message).filter(({ kind }) => kind === 'offered'),
      [
        { kind: 'offered', requestId: 0, ok: false, because: 'content-missing' },
        { kind: 'offered', requestId: 1, ok: true },
      ],
    );
    assert.deepEqual(clipboard.offered, [{ mediaType: 'text/plain', content: { bytes: 200_000, file: saved } }]);
  });
});
