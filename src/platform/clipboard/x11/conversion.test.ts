import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { XConnection } from '../../x11/connection.ts';
import { SmallSink } from '../content-sinks.ts';
import { Conversion } from './conversion.ts';

const [requestor, answers, target, selection, incr, text] = [1, 2, 3, 4, 5, 6];

/** A server that has an answer of this type in the property, and records the requests. */
function answered(type: number, mayRead: Promise<boolean>) {
  const asked: string[] = [];
  const property = { type, data: Buffer.from('CANARY') };
  const connection = {
    convertSelection: () => 1,
    getProperty: async (_window: number, _property: number, offset: number, bytes: number) => {
      asked.push(`read ${bytes > 0 ? 'content' : 'type'}`);
      const { data } = property;
      return { type: property.type, format: 8, data: data.subarray(offset, offset + bytes), bytesAfter: Math.max(0, data.length - bytes) };
    },
    deleteProperty: () => void asked.push('delete'),
  } as unknown as XConnection;
  const sink = new SmallSink(1_000);
  const silent = { onProgress: () => {}, onFault: assert.ifError };
  const conversion = new Conversion({
    connection,
    selection,
    incr,
    requestor,
    property: answers,
    target,
    time: 0,
    sink,
    mayRead,
    ...silent,
  });
  conversion.onAnswer({ seq: 2, requestor, selection, target, property: answers });
  return { asked, conversion, sink, property };
}

describe('an answer that waits for permission to be read', () => {
  it('is not touched before, and then read', async () => {
    const mayRead = Promise.withResolvers<boolean>();
    const { asked, conversion, sink } = answered(text, mayRead.promise);
    await turn();
    assert.deepEqual(asked, []);
    mayRead.resolve(true);
    assert.equal(await conversion.ended, 'received');
    assert.deepEqual([sink.content.toString(), asked], ['CANARY', ['read content', 'delete']]);
  });

  it('is deleted unread without permission', async () => {
    const { asked, conversion, sink } = answered(text, Promise.resolve(false));
    assert.equal(await conversion.ended, 'void');
    assert.equal(await conversion.settled, true);
    assert.deepEqual([asked, sink.content.length], [['read type', 'delete'], 0]);
  });

  it('is discarded to its end if it announces chunks: its owner may listen for nothing else until then', async () => {
    const { asked, conversion, sink, property } = answered(incr, Promise.resolve(false));
    assert.equal(await conversion.ended, 'void');
    for (const bytes of [90, 90, 0]) {
      await turn();
      Object.assign(property, { type: text, data: Buffer.alloc(bytes) });
      conversion.onNewValue();
    }
    assert.equal(await conversion.settled, true);
    const step = ['read type', 'delete'];
    assert.deepEqual([asked, sink.content.length], [[...step, ...step, ...step, ...step], 0]);
  });
});
