import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { bytesOf } from '../harness/clipboard-owner.ts';
import { Rig, textsOf } from '../harness/clipboard-rig.ts';
import { withoutXvfb } from '../harness/x-display.ts';

const inline = (content: string | Buffer) => {
  const bytes = Buffer.from(content);
  return { bytes: bytes.length, inline: bytes };
};

describe('an offer on X11', { skip: withoutXvfb() }, () => {
  it('is pasted by other programs, and is no copy of ours', async () => {
    await using rig = await Rig.open();
    assert.deepEqual(await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('Grüße') }]), { ok: true, value: undefined });
    assert.equal((await rig.xclip(['-o'])).toString(), 'Grüße');
    await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('second') }]);
    assert.equal((await rig.xclip(['-o'])).toString(), 'second');
    await rig.xclip([], 'theirs');
    const copy = await rig.nextCopy();
    assert.deepEqual([copy.ordinal, await textsOf(copy)], [1, { 'text/plain': 'theirs' }]);
  });

  it('lists its targets, and refuses what it does not have', async () => {
    await using rig = await Rig.open();
    await rig.clipboard.offer([
      { mediaType: 'text/plain', content: inline('ascii') },
      { mediaType: 'text/uri-list', content: inline('file:///a\r\n') },
      { mediaType: 'image/png', content: inline(Buffer.from([1, 2, 3])) },
    ]);
    const targets = (await rig.xclip(['-o', '-t', 'TARGETS'])).toString().trim().split('\n');
    assert.deepEqual(targets.slice(0, 3), ['TARGETS', 'TIMESTAMP', 'MULTIPLE']);
    for (const target of ['UTF8_STRING', 'STRING', 'text/plain', 'text/uri-list', 'x-special/gnome-copied-files', 'image/png'])
      assert.ok(targets.includes(target), target);
    assert.deepEqual(await rig.xclip(['-o', '-t', 'image/png']), Buffer.from([1, 2, 3]));
    assert.equal((await rig.xclip(['-o', '-t', 'x-special/gnome-copied-files'])).toString(), 'copy\nfile:///a');
    assert.equal((await rig.xclip(['-o', '-t', 'text/html'])).length, 0);
  });

  it('is pasted whole when it is large, from memory and from a file', async () => {
    await using rig = await Rig.open();
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
