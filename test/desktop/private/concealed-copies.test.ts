/** Copies that their owners mark as secret: by every mark, with every content, and at every moment. The owner counts what it is asked for. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { markNames, marksToRead } from '../../../src/platform/clipboard/marks.ts';
import { ClipboardRig, textsOf } from '../../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import type { ClipboardOwner, OwnedTargets } from '../../harness/owners/clipboard-owner.ts';
import { concealingMarks, contentsWithMarks } from '../../harness/owners/concealing-marks.ts';
import { until } from '../../harness/until.ts';

const secret = 'CANARY of a secret';
const refused = { kind: 'refused', because: 'concealed' };
/** Large enough for a file. */
const large = { fillBytes: 3_000_000 };

describe('a concealed copy', { skip: withoutXvfb() }, () => {
  it('is one with any of the known marks', () => {
    assert.deepEqual(Object.keys(concealingMarks).sort(), [...markNames].sort());
  });

  it('is refused for each mark without a request for content, whatever the content, and if there is none', async () => {
    await using rig = await ClipboardRig.open({ limits: { hurriedMs: 0 } });
    const owner = await rig.owner();
    for (const [mark, target] of Object.entries(concealingMarks)) {
      for (const content of contentsWithMarks(secret)) {
        await owner.own({ ...content, [mark]: target });
        assert.partialDeepStrictEqual(await rig.next(), refused, `${mark} with ${Object.keys(content)}`);
      }
    }
    assert.deepEqual(Object.keys(await owner.requests()).sort(), [...marksToRead(markNames), 'TARGETS'].sort());
    assert.deepEqual(await readdir(rig.folder), []);
  });

  it('is refused if its mark can not be read, and not if the mark’s value allows it', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 200, hurriedMs: 0 } });
    const owner = await rig.owner();
    const text: OwnedTargets = { UTF8_STRING: { content: { text: 'open' } } };
    for (const mark of marksToRead(markNames)) {
      for (const manner of ['refuse', 'silent'] as const) {
        await owner.own({ ...text, [mark]: { manner } });
        assert.partialDeepStrictEqual(await rig.next(), refused, `${mark}: ${manner}`);
      }
      await owner.own({ ...text, [mark]: { content: { text: '1' } } });
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'open' });
    }
    assert.equal((await owner.requests()).UTF8_STRING, marksToRead(markNames).length);
  });

  it('is refused if its mark appears while its content is read, is asked for nothing more, and leaves no file', async () => {
    await using rig = await ClipboardRig.open({ limits: { hurriedMs: 0 } });
    const owner = await rig.owner();
    for (const [mark, target] of Object.entries(concealingMarks)) {
      const content: OwnedTargets = { UTF8_STRING: { content: large, manner: 'incr' }, 'text/html': { content: { text: secret } } };
      await owner.own({ ...content, [mark]: { ...target, isListedLater: true } });
      assert.partialDeepStrictEqual(await rig.next(), refused, mark);
      await until('folder without its content', async () => (await readdir(rig.folder)).length === 0);
    }
    assert.equal((await owner.requests())['text/html'], undefined);
  });

  it('is one too that a program which marked its last one makes while it quits, and answers nobody; another program’s is missed', async () => {
    await using rig = await ClipboardRig.open({ limits: { hurriedMs: 0 } });
    const silent: OwnedTargets = { TARGETS: { manner: 'silent' }, UTF8_STRING: { content: { text: '' } } };
    const marked: OwnedTargets = { UTF8_STRING: { content: { text: secret } }, 'Clipboard Viewer Ignore': {} };
    const open: OwnedTargets = { UTF8_STRING: { content: { text: 'open' } } };
    /** Takes the clipboard twice more, and is gone. */
    const quits = async (owner: ClipboardOwner): Promise<void> => {
      await owner.own(silent);
      await owner.own(silent);
      await owner.kill();
    };
    const manager = await rig.owner();
    await manager.own(marked);
    assert.partialDeepStrictEqual(await rig.next(), refused);
    await quits(manager);
    for (const each of await rig.settled(2)) assert.partialDeepStrictEqual(each, refused);
    const editor = await rig.owner();
    await editor.own(marked);
    assert.partialDeepStrictEqual(await rig.next(), refused);
    await editor.own(open);
    await rig.nextCopy();
    await quits(editor);
    for (const each of await rig.settled(2)) assert.equal(each.kind, 'missed');
    const replaced = await rig.owner();
    await replaced.own(marked);
    assert.partialDeepStrictEqual(await rig.next(), refused);
    await replaced.own(silent);
    await (await rig.owner()).own(open);
    const both = await rig.settled(2);
    assert.deepEqual(both.map(({ kind }) => kind).sort(), ['copy', 'missed'], 'nobody knows what another program has replaced');
  });

  it('in a burst is refused too, although its text was requested with its list; without a burst, or under a rule, that is not requested', async () => {
    let isRuled = false;
    await using rig = await ClipboardRig.open({ needsOwner: () => isRuled });
    const owner = await rig.owner();
    const marked: OwnedTargets = { UTF8_STRING: { content: { text: secret } }, 'Clipboard Viewer Ignore': {} };
    const asked = async (): Promise<number> => (await owner.requests()).UTF8_STRING ?? 0;
    await owner.own(marked);
    assert.partialDeepStrictEqual(await rig.next(), refused);
    assert.equal(await asked(), 0);
    await until('a text that was asked for ahead', async () => {
      await Promise.all([owner.own(marked), owner.own(marked)]);
      await rig.settled(2);
      return (await asked()) > 0;
    });
    await owner.own({ UTF8_STRING: { content: { text: 'open' } } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'open' });
    isRuled = true;
    const before = await asked();
    await Promise.all([owner.own(marked), owner.own(marked)]);
    await rig.settled(2);
    assert.equal(await asked(), before);
  });

  it('is not read as the content of the copy before it, if its program copies it in the middle of a request', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    const open: OwnedTargets = { UTF8_STRING: { content: { text: 'open' } }, 'text/html': { content: { text: '<p>open</p>' } } };
    const content = { content: { text: secret } };
    const marked: OwnedTargets = { UTF8_STRING: content, 'text/html': content, 'Clipboard Viewer Ignore': {} };
    for (const target of ['TARGETS', 'UTF8_STRING', 'text/html']) {
      await owner.own(open, { renewal: { target, targets: marked } });
      const events = await rig.settled(2);
      // What was answered before belongs to the copy before: then that is kept without what came later.
      const before = target === 'text/html' ? 'copy' : 'missed';
      assert.deepEqual(new Set(events.map(({ kind }) => kind)), new Set([before, 'refused']), target);
      const read = events.flatMap((event) => (event.kind === 'copy' ? [textsOf(event.copy)] : []));
      for (const texts of await Promise.all(read)) assert.deepEqual(texts, { 'text/plain': 'open' });
    }
    assert.deepEqual(await readdir(rig.folder), []);
  });
});

describe('a copy that is replaced while it is read', { skip: withoutXvfb() }, () => {
  it('is dropped, and what has replaced it is read', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    const after: OwnedTargets = { UTF8_STRING: { content: { text: 'after' } } };
    for (const target of ['TARGETS', 'UTF8_STRING']) {
      await owner.own({ UTF8_STRING: { content: { text: 'before' } } }, { renewal: { target, targets: after } });
      const events = await rig.settled(2);
      const copied = events.flatMap((event) => (event.kind === 'copy' ? [event.copy] : []));
      assert.deepEqual(await Promise.all(copied.map(textsOf)), [{ 'text/plain': 'after' }], target);
      assert.ok(events.some(({ kind }) => kind === 'missed'));
    }
  });

  it('is dropped in the middle of a large transfer, and leaves no file', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 500 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: large, manner: 'stall' } });
    await until('a transfer that has begun', async () => (await owner.halfway()) > 0);
    await owner.own({ UTF8_STRING: { content: { text: 'after' } } });
    const events = await rig.settled(2);
    assert.deepEqual(new Set(events.map(({ kind }) => kind)), new Set(['missed', 'copy']));
    await until('folder without its content', async () => (await readdir(rig.folder)).length === 0);
  });
});
