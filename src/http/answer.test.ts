import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rigRoutes, startHttpRig } from '../../test/harness/http-rig.ts';
import { askRaw, type RawAnswer } from '../../test/harness/raw-http.ts';
import { readyAnswer } from './answer.ts';
import { serveRoute } from './handler.ts';

const answers = [
  { kind: 'bytes', bytes: Buffer.from('{"ä":"€"}'), mediaType: 'application/json', etag: '"v1"', headers: { 'X-Of': 'it' } },
  { kind: 'bytes', bytes: Buffer.alloc(40_000, 0xe4), mediaType: 'application/octet-stream', status: 201 },
  { kind: 'json', value: { text: 'ä€😀' } },
] as const;

const withoutDate = (answer: RawAnswer): object => ({ ...answer, headers: [...answer.headers].filter(([name]) => name !== 'date') });

test('an answer that was serialized once is the same as one that is serialized each time', async () => {
  for (const answer of answers) {
    await using anew = await startHttpRig({ routes: [serveRoute(rigRoutes.source, () => answer)] });
    const ready = readyAnswer(answer);
    await using once = await startHttpRig({ routes: [serveRoute(rigRoutes.source, () => ready)] });
    for (const headers of [
      [],
      [['if-NONE-match', 'W/"v1"']],
      [
        ['If-None-Match', '"v0"'],
        ['If-None-Match', '"v1"'],
      ],
    ] as const) {
      const expected = await askRaw(anew.port, { target: '/source', headers });
      assert.equal(expected.status === 304, 'etag' in answer && headers.length > 0);
      for (let count = 0; count < 2; count += 1)
        assert.deepEqual(withoutDate(await askRaw(once.port, { target: '/source', headers })), withoutDate(expected));
    }
  }
});
