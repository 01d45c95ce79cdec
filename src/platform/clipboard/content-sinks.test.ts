import assert from 'node:assert/strict';
import { test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { ContentSpool } from '../../base/files/spooled-content.ts';
import { ContentSink, type Sink, SmallSink } from './content-sinks.ts';
import type { Decoding } from './formats.ts';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Every byte as a chunk, as an owner may send it. Returns by how much the memory grew. */
function taken(sink: Sink, content: Buffer): number {
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const before = held();
  // Not slices of the content: a chunk of the X server is a buffer of its own.
  for (const byte of content) void sink.take(Buffer.alloc(1, byte));
  return held() - before;
}

function contentSink(folder: string, decoding: Decoding, memoryBytes: number): ContentSink {
  const sink = new ContentSink({
    spool: new ContentSpool({ folder, memoryBytes }),
    limitBytes: 16 * 1024 * 1024,
    budget: { leftBytes: 64 * 1024 * 1024 },
  });
  sink.decodeAs(decoding);
  return sink;
}

const uris = Array.from({ length: 6_000 }, (_, number) => `file:///a/${number}`);

test('content that arrives byte by byte takes little more memory than itself, and is whole', async (t) => {
  const folder = temporaryHome(t);
  const most = 8 * 1024 * 1024;
  const list = contentSink(folder, 'gnome-files', 10_000_000);
  const text = contentSink(folder, 'as-is', 10_000_000);
  const small = new SmallSink(10_000_000);
  const content = Buffer.from(['copy', ...uris].join('\n'));
  for (const sink of [list, text, small]) {
    const grownBytes = taken(sink, content);
    assert.ok(grownBytes < most, `${sink.constructor.name}: ${grownBytes} bytes`);
  }
  assert.ok(small.content.equals(content));
  const [files, whole] = [await list.finish(), await text.finish()];
  assert.ok(files.ok && 'inline' in files.value && whole.ok && 'inline' in whole.value);
  assert.equal(files.value.inline.toString(), uris.map((uri) => `${uri}\r\n`).join(''));
  assert.ok(whole.value.inline.equals(content));
});
