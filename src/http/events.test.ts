import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHttpRig } from '../../test/harness/http-rig.ts';
import { RawConnection, requestBytes } from '../../test/harness/raw-http.ts';
import { until } from '../../test/harness/until.ts';
import type { Route } from '../contract/routes.ts';
import { eventFrame } from './events.ts';
import { serveRoute } from './handler.ts';

const flood = {
  method: 'GET',
  path: '/flood',
  summary: 'More than anyone reads',
  responses: { 200: { description: 'Events', mediaType: 'text/event-stream' } },
} as const satisfies Route;

test('a frame has a data line for each line of text', () => {
  assert.equal(eventFrame('fragment', 'a\r\nb\nc', '7'), 'id: 7\nevent: fragment\ndata: a\ndata: b\ndata: c\n\n');
});

test('no more frames are produced for a client that does not read, and it is disconnected', async () => {
  const counts = { frames: 0, ended: false };
  async function* frames(): AsyncGenerator<string> {
    try {
      for (;;) {
        counts.frames += 1;
        yield eventFrame('source', 'x'.repeat(100_000));
      }
    } finally {
      counts.ended = true;
    }
  }
  await using rig = await startHttpRig({
    routes: [serveRoute(flood, () => ({ kind: 'events', frames: frames() }))],
    limits: { eventStalledMs: 100 },
  });
  using connection = await RawConnection.open(rig.port);
  connection.socket.pause();
  connection.write(requestBytes(rig.port, { target: '/flood' }));
  await until('end of the frames', () => counts.ended);
  assert.ok(counts.frames < 1_000, `${counts.frames} frames were buffered`);
});

test('comments are sent during silence, so that no client takes the stream for dead', async () => {
  await using rig = await startHttpRig({ limits: { eventKeepAliveMs: 20 } });
  using connection = await RawConnection.open(rig.port);
  connection.write(requestBytes(rig.port, { target: '/api/events' }));
  await connection.received(': here\n\n');
});
