import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Spill, spillFileName } from './spill.ts';

async function temporaryFolder(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-spill-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('a spill', () => {
  it('keeps content up to its limit in memory', async () => {
    await using place = await temporaryFolder();
    const spill = new Spill({ folder: place.folder, memoryBytes: 8 });
    await spill.write(Buffer.from('four'));
    await spill.write(Buffer.from('more'));
    const content = await spill.finish();
    assert.deepEqual(content, { ok: true, value: { bytes: 8, sha256: sha256(Buffer.from('fourmore')), inline: Buffer.from('fourmore') } });
    assert.deepEqual(await readdir(place.folder), []);
  });

  it('keeps no more memory than the content needs, whatever larger memory its pieces lie in', async () => {
    await using place = await temporaryFolder();
    const spill = new Spill({ folder: place.folder });
    await spill.write(Buffer.alloc(64 * 1024, 'received').subarray(100, 108));
    const content = await spill.finish();
    assert.ok(content.ok && 'inline' in content.value);
    assert.equal(content.value.inline.buffer.byteLength, 8);
  });

  it('writes content beyond its limit to a private file, in the order of the calls, whether they are waited for or not', async () => {
    await using place = await temporaryFolder();
    const spill = new Spill({ folder: place.folder, memoryBytes: 10_000 });
    const chunks = Array.from({ length: 40 }, () => randomBytes(3_333));
    for (const [index, chunk] of chunks.entries()) {
      const written = spill.write(chunk);
      if (index % 7 === 0) await written;
    }
    const outcome = await spill.finish();
    assert.ok(outcome.ok && 'file' in outcome.value);
    const { file, bytes, sha256: hash } = outcome.value;
    const whole = Buffer.concat(chunks);
    assert.match(path.basename(file), spillFileName);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal(bytes, whole.length);
    assert.equal(hash, sha256(whole));
    assert.ok((await readFile(file)).equals(whole));
  });

  it('makes its folder again where somebody has removed it, for this user alone', async () => {
    await using place = await temporaryFolder();
    const folder = path.join(place.folder, 'data', 'blobs');
    for (const round of ['new', 'removed']) {
      const spill = new Spill({ folder, memoryBytes: 1 });
      await spill.write(Buffer.from(round));
      const outcome = await spill.finish();
      assert.ok(outcome.ok && 'file' in outcome.value);
      assert.equal(await readFile(outcome.value.file, 'utf8'), round);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      await rm(folder, { recursive: true });
    }
  });

  it('leaves nothing behind when it is discarded, even in the middle of a write', async () => {
    await using place = await temporaryFolder();
    const spill = new Spill({ folder: place.folder, memoryBytes: 1 });
    void spill.write(randomBytes(100_000));
    await spill.discard();
    assert.deepEqual(await readdir(place.folder), []);
  });

  it('tells of a disk that fails when it is finished, and never rejects', async () => {
    await using place = await temporaryFolder();
    await writeFile(path.join(place.folder, 'a file'), '');
    const spill = new Spill({ folder: path.join(place.folder, 'a file'), memoryBytes: 1 });
    await spill.write(Buffer.from('something'));
    assert.equal(spill.failure, 'disk');
    await spill.write(Buffer.from('more'));
    assert.deepEqual(await spill.finish(), { ok: false, reason: 'disk' });
  });

  it('hands its file to the caller: discarding afterwards does nothing', async () => {
    await using place = await temporaryFolder();
    const spill = new Spill({ folder: place.folder, memoryBytes: 1 });
    await spill.write(Buffer.from('something'));
    await spill.finish();
    await spill.discard();
    assert.equal((await readdir(place.folder)).length, 1);
  });
});
