import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { ContentSpool } from './spooled-content.ts';
import { isTemporaryName } from './temporary-name.ts';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('a content spool', () => {
  it('keeps content up to its limit in memory', async (t) => {
    const folder = temporaryHome(t);
    const spool = new ContentSpool({ folder, memoryBytes: 8 });
    await spool.write(Buffer.from('four'));
    await spool.write(Buffer.from('more'));
    const content = await spool.finish();
    assert.deepEqual(content, { ok: true, value: { bytes: 8, sha256: sha256(Buffer.from('fourmore')), inline: Buffer.from('fourmore') } });
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps no more memory than the content needs, even if its pieces are slices of larger buffers', async (t) => {
    const folder = temporaryHome(t);
    const spool = new ContentSpool({ folder });
    await spool.write(Buffer.alloc(64 * 1024, 'received').subarray(100, 108));
    const content = await spool.finish();
    assert.ok(content.ok && 'inline' in content.value);
    assert.equal(content.value.inline.buffer.byteLength, 8);
  });

  it('writes content beyond its limit to a private file, in the order of the calls, whether they are waited for or not', async (t) => {
    const folder = temporaryHome(t);
    const spool = new ContentSpool({ folder, memoryBytes: 10_000 });
    const chunks = Array.from({ length: 40 }, () => randomBytes(3_333));
    for (const [index, chunk] of chunks.entries()) {
      const written = spool.write(chunk);
      if (index % 7 === 0) await written;
    }
    const outcome = await spool.finish();
    assert.ok(outcome.ok && 'file' in outcome.value);
    const { file, bytes, sha256: hash } = outcome.value;
    const whole = Buffer.concat(chunks);
    assert.ok(isTemporaryName(path.basename(file)));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal(bytes, whole.length);
    assert.equal(hash, sha256(whole));
    assert.ok((await readFile(file)).equals(whole));
  });

  it('creates its folder again if it was removed, private to this user', async (t) => {
    const folder = path.join(temporaryHome(t), 'data', 'blobs');
    for (const round of ['new', 'removed']) {
      const spool = new ContentSpool({ folder, memoryBytes: 1 });
      await spool.write(Buffer.from(round));
      const outcome = await spool.finish();
      assert.ok(outcome.ok && 'file' in outcome.value);
      assert.equal(await readFile(outcome.value.file, 'utf8'), round);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      await rm(folder, { recursive: true });
    }
  });

  it('leaves nothing behind when it is discarded, even in the middle of a write', async (t) => {
    const folder = temporaryHome(t);
    const spool = new ContentSpool({ folder, memoryBytes: 1 });
    void spool.write(randomBytes(100_000));
    await spool.discard();
    assert.deepEqual(await readdir(folder), []);
  });

  it('reports a failed disk when it is finished, and never rejects', async (t) => {
    const folder = temporaryHome(t);
    await writeFile(path.join(folder, 'a file'), '');
    const spool = new ContentSpool({ folder: path.join(folder, 'a file'), memoryBytes: 1 });
    await spool.write(Buffer.from('something'));
    assert.equal(spool.failure, 'disk');
    await spool.write(Buffer.from('more'));
    assert.deepEqual(await spool.finish(), { ok: false, reason: 'disk' });
  });

  it('passes its file to the caller: discarding it afterwards does nothing', async (t) => {
    const folder = temporaryHome(t);
    const spool = new ContentSpool({ folder, memoryBytes: 1 });
    await spool.write(Buffer.from('something'));
    await spool.finish();
    await spool.discard();
    assert.equal((await readdir(folder)).length, 1);
  });
});
