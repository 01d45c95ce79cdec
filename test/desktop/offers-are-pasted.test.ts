import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { eventMask } from '../../src/platform/x11/protocol.ts';
import { ClipboardRig, textsOf } from '../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { bytesOf } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

const inline = (content: string | Buffer) => {
  const bytes = Buffer.from(content);
  return { bytes: bytes.length, inline: bytes };
};

describe('an offer on X11', { skip: withoutXvfb() }, () => {
  it('is pasted by other programs, and is not captured as a copy', async () => {
    await using rig = await ClipboardRig.open();
    assert.deepEqual(await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('Grüße') }]), { ok: true, value: undefined });
    assert.equal((await rig.xclip(['-o'])).toString(), 'Grüße');
    await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('second') }]);
    assert.equal((await rig.xclip(['-o'])).toString(), 'second');
    await rig.xclip([], 'theirs');
    const copy = await rig.nextCopy();
    assert.deepEqual([copy.ordinal, await textsOf(copy)], [1, { 'text/plain': 'theirs' }]);
  });

  it('survives requests in the name of its own window, requests for too much, and requestors that exit, and is pasted as before', async () => {
    await using rig = await ClipboardRig.open();
    const large = { mediaType: 'text/plain', content: inline(bytesOf({ text: 'large', fillBytes: 400_000 })) };
    await rig.clipboard.offer([large]);
    const opened = await connectX(rig.display.name);
    assert.ok(opened.ok);
    const pasting = opened.value;
    const atoms = await Atoms.intern(pasting, ['CLIPBOARD', 'UTF8_STRING', 'MULTIPLE', 'ATOM_PAIR', 'HUB_TIME']);
    assert.ok(atoms !== null);
    const [selection, target, multiple, pair, property] = ['CLIPBOARD', 'UTF8_STRING', 'MULTIPLE', 'ATOM_PAIR', 'HUB_TIME'].map((name) =>
      atoms.of(name),
    ) as [number, number, number, number, number];
    const owner = (await pasting.getSelectionOwner(selection)) ?? 0;
    const ask = (requestor: number, what: number) => pasting.convertSelection({ requestor, selection, target: what, property, time: 0 });
    const [living, answers] = [new Set<number>(), [] as number[]];
    pasting.events.on('selectionAnswer', (event) => living.has(event.requestor) && answers.push(event.property));
    for (let turn = 0; turn < 300; turn += 1) {
      ask(owner, target);
      const window = pasting.createWindow(0);
      if (turn % 2 === 0)
        pasting.changeProperty(
          window,
          property,
          pair,
          32,
          Array.from({ length: 1_000 }, () => target),
        );
      ask(window, turn % 2 === 0 ? multiple : target);
      if (turn % 3 === 0) pasting.destroyWindow(window);
      else living.add(window);
    }
    await until('answers to all requestors', () => answers.length === living.size);
    // They read nothing of their answers, and must not keep anybody else from pasting.
    assert.ok((await rig.xclip(['-o'])).equals(large.content.inline));
    await pasting.close();
    const again = await rig.clipboard.offer([large]);
    assert.deepEqual(again, { ok: true, value: undefined });
    assert.ok((await rig.xclip(['-o'])).equals(large.content.inline));
  });

  it('is not held in memory thousands of times for a requestor that asks without end, and is pasted afterwards', async () => {
    await using rig = await ClipboardRig.open();
    const content = bytesOf({ text: 'much', fillBytes: 190 * 1024 });
    await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline(content) }]);
    const opened = await connectX(rig.display.name);
    assert.ok(opened.ok);
    await using pasting = opened.value;
    const atoms = await Atoms.intern(pasting, ['CLIPBOARD', 'UTF8_STRING', 'HUB_TIME']);
    assert.ok(atoms !== null);
    const [selection, target, property] = [atoms.of('CLIPBOARD'), atoms.of('UTF8_STRING'), atoms.of('HUB_TIME')];
    const requestor = pasting.createWindow(0);
    const answers: number[] = [];
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    pasting.events.on('selectionAnswer', (event) => {
      answers.push(event.property);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });
    for (let turn = 0; turn < 2_000; turn += 1) pasting.convertSelection({ requestor, selection, target, property, time: 0 });
    await until('answers to all requests', () => answers.length === 2_000);
    assert.ok(answers.includes(property), 'nothing was given');
    assert.ok(most < 100 * 1024 * 1024, `${most} bytes`);
    assert.ok((await rig.xclip(['-o'])).equals(content));
  });

  it('is sent once to a requestor that asks twice for the same property', async () => {
    await using rig = await ClipboardRig.open();
    const large = bytesOf({ text: 'large', fillBytes: 400_000 });
    await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline(large) }]);
    const opened = await connectX(rig.display.name);
    assert.ok(opened.ok);
    await using pasting = opened.value;
    const atoms = await Atoms.intern(pasting, ['CLIPBOARD', 'UTF8_STRING', 'HUB_TIME']);
    assert.ok(atoms !== null);
    const [selection, target, property] = [atoms.of('CLIPBOARD'), atoms.of('UTF8_STRING'), atoms.of('HUB_TIME')];
    const requestor = pasting.createWindow(eventMask.property);
    const got: Promise<Buffer>[] = [];
    const answers: number[] = [];
    const ended = Promise.withResolvers<void>();
    pasting.events.on('selectionAnswer', (event) => answers.push(event.property));
    const take = (): void => {
      const chunk = pasting.getProperty(requestor, property, 0, 1_000_000).then((read) => read?.data ?? Buffer.alloc(0));
      pasting.deleteProperty(requestor, property);
      got.push(chunk);
      void chunk.then(({ length }) => length === 0 && ended.resolve());
    };
    for (let turn = 0; turn < 2; turn += 1) pasting.convertSelection({ requestor, selection, target, property, time: 0 });
    await until('both answers', () => answers.length === 2);
    pasting.events.on('property', (event) => event.state === 0 && take());
    pasting.deleteProperty(requestor, property);
    await ended.promise;
    assert.ok(Buffer.concat(await Promise.all(got)).equals(large));
  });

  it('lists its targets, and refuses unknown ones', async () => {
    await using rig = await ClipboardRig.open();
    await rig.clipboard.offer([
      { mediaType: 'text/plain', content: inline('ascii') },
      { mediaType: 'text/uri-list', content: inline('file:///a\r\nfile:///b\0') },
      { mediaType: 'image/png', content: inline(Buffer.from([1, 2, 3])) },
    ]);
    const targets = (await rig.xclip(['-o', '-t', 'TARGETS'])).toString().trim().split('\n');
    assert.deepEqual(targets.slice(0, 3), ['TARGETS', 'TIMESTAMP', 'MULTIPLE']);
    for (const target of ['UTF8_STRING', 'STRING', 'text/plain', 'text/uri-list', 'x-special/gnome-copied-files', 'image/png'])
      assert.ok(targets.includes(target), target);
    assert.deepEqual(await rig.xclip(['-o', '-t', 'image/png']), Buffer.from([1, 2, 3]));
    assert.equal((await rig.xclip(['-o', '-t', 'x-special/gnome-copied-files'])).toString(), 'copy\nfile:///a\nfile:///b');
    assert.equal((await rig.xclip(['-o', '-t', 'text/html'])).length, 0);
  });

  it('is pasted completely if it is large, from memory and from a file', async () => {
    await using rig = await ClipboardRig.open();
    const large = bytesOf({ text: 'large', fillBytes: 5 * 1024 * 1024 });
    await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline(large) }]);
    assert.ok((await rig.xclip(['-o'])).equals(large));
    const file = path.join(rig.folder, 'large');
    await writeFile(file, large);
    await rig.clipboard.offer([{ mediaType: 'image/png', content: { bytes: large.length, file } }]);
    const pasted = await Promise.all([rig.xclip(['-o', '-t', 'image/png']), rig.xclip(['-o', '-t', 'image/png'])]);
    for (const each of pasted) assert.ok(each.equals(large));
  });
});
