import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastCpuMs } from '../../../test/harness/effort.ts';
import { showsSecretInPreference } from './secret-in-preference.ts';

/** Names in a text; it takes about a millisecond, and a processor's time may be told in steps of ten. */
const fewest = 4_000;
const random = 'kT9vQ2mX7bR4nL8wZ1cY6dF3hJ5pS0aG';

test('what proves who asks, or looks random, has no place in a preference', () => {
  for (const name of ['key', 'auth', 'sig', 'sessionid', 'X-Amz-Signature', 'access_token', 'KEY'])
    assert.ok(showsSecretInPreference(`https://chat.example/?q={prompt}&${name}=abcdefgh12`), name);
  assert.ok(showsSecretInPreference('https://chat.example/#key=abcdefgh12'));
  for (const place of [`/v1/${random}/chat`, `/?q={prompt}#${random}`, `/?x=${random}`])
    assert.ok(showsSecretInPreference(`https://chat.example${place}`), place);
  assert.ok(showsSecretInPreference(random), 'the name of an assistant');
  for (const name of ['x-key[]', 'auth[token]', 'clientSecret', 'accessToken', 'apiKey', 'userpassword'])
    assert.ok(showsSecretInPreference(`https://chat.example/?q={prompt}&${name}=abcdefgh12`), name);
  for (const name of [
    'sessionId',
    'SessionID',
    'SESSIONID',
    'session_id',
    'userSessionId',
    'jWT',
    'authJWT',
    'sId',
    'OpenAIKey',
    'HTTPSig',
  ])
    assert.ok(showsSecretInPreference(`https://chat.example/?q={prompt}&${name}=abcdefgh12`), name);
  for (const name of ['passWord', 'PassWd', 'passWd', 'userPassWord', 'pass_word', 'passPhrase', 'PWD'])
    assert.ok(showsSecretInPreference(`https://chat.example/?q={prompt}&${name}=harbourlight`), name);
  const digest = '0123456789abcdef0123456789abcdef';
  for (const place of [
    ...['#/chat?key=abcdefgh12', '?q={prompt};key=abcdefgh12', '?q={prompt}&password=correct-horse-battery', '?pwd=harbourlight'],
    ...[`${digest}/`, `?code=${digest}`, `g/g-abc-${digest}`, `?x=${digest.toUpperCase()}`],
  ])
    assert.ok(showsSecretInPreference(`https://chat.example/${place}`), place);
});

test('addresses and names that people have are none', () => {
  const usual = [
    'https://chatgpt.com/?q={prompt}',
    'https://chatgpt.com/g/g-6748d2b4f1a881918a8b1b1b2b3c4d5e-harbour-helper?q={prompt}',
    'https://chatgpt.com/g/g-p-6748d2b4f1a881918a8b1b1b2b3c4d5e/project',
    'https://chatgpt.com/g/g-2fkFE8rbu-harbour',
    'https://huggingface.co/chat/assistant/66017fca58d60bd7d5c5c26c',
    'https://chat.example/?pass=all&token={prompt}&compass=northeast&bypass=everything',
    'https://claude.ai/project/0197e0f2-3c4d-7a5b-8c6d-9e0f1a2b3c4d',
    'http://localhost:8080/?q={prompt}&model=Llama-3.3-70B-Instruct-Q4',
    'https://chat.example/?key={prompt}',
    'https://chat.example/?auth=none&session=1',
    'https://chat.example/keyboard?monkey=abcdefghij1',
    'https://chat.example/?key=keyboard-shortcuts&session=research1&access=everyone1',
    'MyProjectFolder2024Archive',
    'gpt4oMiniHighReasoning',
    'The Assistant of the Harbour Office, 2nd floor',
    'deu',
  ];
  for (const text of usual) assert.equal(showsSecretInPreference(text), false, text);
});

test('a text of eight times the length takes about eight times the processor time, also where each part is nearly a proof', () => {
  const cpuMs = (times: number): number => {
    const text = `https://a.example/?${'key_'.repeat(times)}=a&${'key=&'.repeat(times)}`;
    return leastCpuMs(() => {
      for (let run = 0; run < 20; run += 1) assert.equal(showsSecretInPreference(text), false);
    });
  };
  cpuMs(fewest);
  const [once, eightTimes] = [cpuMs(fewest), cpuMs(8 * fewest)];
  // Of something quadratic it is sixty-four; the garbage of long texts costs something, too.
  assert.ok(eightTimes < 30 * once, `${once} ms, then ${eightTimes} ms`);
});
