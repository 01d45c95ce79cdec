import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHttpRig } from '../../test/harness/http-rig.ts';
import { RawConnection, requestBytes } from '../../test/harness/raw-http.ts';
import { until } from '../../test/harness/until.ts';
import type { Route } from '../contract/routes.ts';
import { eventFrame } from './http-events.ts';
import { serve } from './http-handler.ts';

const flood = {
  method: 'GET',
  path: '/flood',
  summary: 'More than anyone reads',
  responses: { 200: { description: 'Events', mediaType: 'text/event-stream' } },
} as const satisfies Route;

test('a frame has a line of data for each line of text', () => {
  assert.equal(eventFrame('fragment', 'a\r\nb\nc', '7'), 'id: 7\nevent: fragment\ndata: a\ndata: b\ndata: c\n\n');
});

test('a client that does not read holds up the frames, and is given up', async () => {
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
    routes: [serve(flood, () => ({ kind: 'events', frames: frames() }))],
    limits: { eventStalledMs: 100 },
  });
  using connection = await RawConnection.open(rig.port);
  connection.socket.pause();
  connection.write(requestBytes(rig.port, { target: '/flood' }));
  await until('end of the frames', () => counts.ended);
  assert.ok(counts.frames < 1_000, `${counts.frames} frames were buffered`);
});

test('silence is filled with comments, so that no client takes it for the end', async () => {
  await using rig = await startHttpRig({ limits: { eventKeepAliveMs: 20 } });
  using connection = await RawConnection.open(rig.port);
  connection.write(requestBytes(rig.port, { target: '/api/events' }));
  await connection.received(': here\n\n');
});
