import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../../test/doubles/bridge-peers.ts';
import { until } from '../../../../test/harness/until.ts';
import type { PictureLanguage } from '../../../domain/view/settings/picture-languages.ts';
import { dataFile } from '../../../extraction/languages/known-languages.ts';
import { PictureLanguages } from './picture-languages.ts';

async function rig(t: TestContext, answer: (response: http.ServerResponse) => void) {
  const peers = startPeers(t);
  const server = http.createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const state: { pictureLanguages?: readonly PictureLanguage[] } = {};
  const [said, logged]: [string[], string[]] = [[], []];
  const languages = new PictureLanguages({
    places: peers.places,
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    shell: {
      state,
      set: (told: typeof state) => void Object.assign(state, told),
      notify: (intent: string, text: () => string) => void said.push(`${intent}: ${text()}`),
    },
    log: { warn: (event: string, { code }: { code: string }) => void logged.push(`${event} ${code}`) },
  } as never);
  t.after(() => languages[Symbol.dispose]());
  languages.read();
  const german = () => state.pictureLanguages?.find(({ language }) => language === 'deu') ?? assert.fail('it is not known');
  return { peers, languages, said, logged, german };
}

test('how far a download is is shown, nothing else is downloaded meanwhile, and a file of another content is not used', async (t) => {
  const asked: http.ServerResponse[] = [];
  const { languages, said, logged, german } = await rig(t, (response) => {
    asked.push(response);
    response.writeHead(200, { 'content-length': 100 }).write('x'.repeat(40));
  });
  const installed = languages.install('deu');
  await until('progress', () => german().installed === 0.4);
  await languages.install('fra');
  await languages.install('no such language');
  assert.deepEqual([asked.length, said], [1, []]);
  asked[0]?.end('x'.repeat(60));
  await installed;
  assert.deepEqual([german().installed, german().isInstalled], [undefined, false]);
  assert.deepEqual(said, ['error: German was not installed: the npm registry sent something other than expected, so it is not used']);
  assert.deepEqual(logged, ['language not installed altered']);
});

test('an end of the window while one is downloaded is no failure', async (t) => {
  const { languages, said, logged, german } = await rig(t, (response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x'.repeat(40));
  });
  const installed = languages.install('deu');
  await until('progress', () => german().installed === 0.4);
  languages[Symbol.dispose]();
  await installed;
  assert.deepEqual([said, logged, german().installed], [[], [], undefined]);
});

test('a registry that does not have it is told of, and it can be tried again', async (t) => {
  const { languages, said } = await rig(t, (response) => response.writeHead(404).end());
  await languages.install('deu');
  await languages.install('deu');
  assert.equal(said.length, 2);
  assert.match(said[1] ?? '', /^error: German was not installed: the npm registry does not have it/);
});

test('pictures are read in what was installed, beside what they were read in', async (t) => {
  const { peers, languages, said, german } = await rig(t, () => assert.fail('all of it is there'));
  mkdirSync(peers.places.languages, { recursive: true });
  writeFileSync(path.join(peers.places.languages, dataFile('deu')), '');
  const asked: { readonly op?: string; readonly value?: unknown }[] = [];
  await peers.pipe('settings-host', (socket, request) => {
    asked.push(JSON.parse(request));
    const read = { ok: true, document: 'text-extraction', value: { languages: [] }, revision: 'r1' };
    socket.write(`${JSON.stringify(asked.at(-1)?.op === 'get' ? read : { ok: true, revision: 'r2' })}\n`);
  });
  await languages.install('deu');
  assert.equal(german().isInstalled, true);
  assert.deepEqual(asked.at(-1)?.value, { languages: ['eng', 'deu'] });
  assert.deepEqual(said, ['success: German is installed, and pictures are read in it from now on']);
});
