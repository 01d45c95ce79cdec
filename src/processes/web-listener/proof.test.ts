/** The listener's proof that it is this extension's Hub, which the extension asks for before it sends its token. */
import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { extensionOrigin } from '../../../test/harness/http-rig.ts';

const geckoOrigin = 'moz-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11';
const keyOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const pairingOf = (token: string): string => createHash('sha256').update('hub pairing').update(keyOf(token)).digest('hex').slice(0, 16);
const aNonce = randomBytes(32).toString('base64url');

async function ask(port: number, body: unknown, origin = extensionOrigin): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}/api/prove`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
const reasonOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${((await answer.json()) as { type?: string }).type?.split(':').at(-1)}`;

test('it is made with what is known of the token, for its own origin alone, and only while the pairing stands', async (t) => {
  const rig = await listenerInProcess(t);
  const [first, second] = [await rig.pair({ name: 'One' }), await rig.pair({ name: 'Two' })];
  await rig.pair({ origin: geckoOrigin });
  const nonce = randomBytes(32);
  const body = { pairing: pairingOf(first.token), nonce: nonce.toString('base64url') };
  const answer = await ask(rig.port, body);
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, extensionOrigin]);
  const proof = createHmac('sha256', keyOf(first.token)).update('hub proof').update(nonce).digest('base64url');
  assert.deepEqual(await answer.json(), { proof });
  const ofSecond = (await (await ask(rig.port, { ...body, pairing: pairingOf(second.token) })).json()) as { proof: string };
  assert.notEqual(ofSecond.proof, proof);
  assert.equal(await reasonOf(await ask(rig.port, body, geckoOrigin)), '404 not-found', 'of another origin');
  assert.equal(await reasonOf(await ask(rig.port, { ...body, pairing: '0'.repeat(16) })), '404 not-found');
  assert.equal(await reasonOf(await ask(rig.port, body, 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba')), '403 foreign-origin');
  await rig.listener().pairings.answer({ op: 'revoke', pairing: 'One' });
  const gone = await ask(rig.port, body);
  assert.equal(gone.headers.get('access-control-allow-origin'), extensionOrigin, 'the extension may read that it is gone');
  assert.equal(await reasonOf(gone), '404 not-found');
});

test('it is asked for in one form, and not without end', async (t) => {
  const rig = await listenerInProcess(t);
  const pairing = pairingOf((await rig.pair()).token);
  for (const body of [
    {},
    { pairing },
    { pairing, nonce: aNonce.slice(1) },
    { pairing, nonce: `${aNonce.slice(0, -1)}B` },
    { pairing, nonce: `${aNonce}A` },
    { pairing: pairing.toUpperCase(), nonce: aNonce },
    { pairing, nonce: aNonce, more: 1 },
    { pairing, nonce: 'x'.repeat(1_000_000) },
  ])
    assert.equal(await reasonOf(await ask(rig.port, body)), '400 invalid-request', JSON.stringify(body).slice(0, 80));
  const tries = new Set<number>();
  // At once: asked for one after the other on a slow machine, none is too many.
  for (let time = 0; time < 20; time += 1) {
    const asked = Array.from({ length: 10 }, async () => (await ask(rig.port, { pairing, nonce: aNonce })).status);
    for (const status of await Promise.all(asked)) tries.add(status);
  }
  assert.deepEqual(tries, new Set([200, 429]));
});
