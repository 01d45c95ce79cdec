import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAssistantAddress } from '../../contract/documents/assistant-address.ts';
import { type ChatRouting, chatRoutingDocument } from '../../contract/documents/chat-routing.ts';
import { chatRequest, longestAddress } from './chat-request.ts';

const nobody = { name: 'Editor', executable: null, pid: null, windowTitle: null };
const fragment = {
  kind: 'text' as const,
  contentKind: 'prose' as const,
  embeddedFilename: null,
  state: 'kept' as const,
  mediaTypes: ['text/plain'],
  source: { type: 'web' as const, name: 'Tides\nof Husum', path: 'https://ann:word@tides.example/husum', app: nobody },
};
const assistants = [
  { name: 'Usual', address: 'https://usual.example/new?q={prompt}' },
  { name: 'Here', address: 'http://localhost:8080/chat/{prompt}' },
  { name: 'Page', address: 'https://page.example/' },
];
const rules = (more: Partial<ChatRouting> = {}): ChatRouting =>
  chatRoutingDocument.parse({ assistants, default_assistant: 'Usual', ...more });

test('the address of an assistant is a page over https, or of this machine, and the prompt does not decide where it goes', () => {
  for (const good of [
    'https://chat.example/?q={prompt}',
    'https://chat.example/{prompt}',
    'https://chat.example/#q={prompt}&x=1',
    'https://chat.example',
    'http://localhost:8080/?q={prompt}',
    'http://127.0.0.1/?q={prompt}',
    'http://[::1]:3000/?q={prompt}',
  ])
    assert.equal(isAssistantAddress(good), true, good);
  for (const bad of [
    'javascript:alert("{prompt}")',
    'file:///etc/{prompt}',
    'data:text/html,{prompt}',
    'ftp://chat.example/{prompt}',
    'http://chat.example/?q={prompt}',
    'http://localhost.chat.example/?q={prompt}',
    'https://ann:word@chat.example/?q={prompt}',
    'https://token@chat.example/?q={prompt}',
    'https://{prompt}/',
    'https://{prompt}.chat.example/',
    'https://chat.example{prompt}',
    'https://chat.example:{prompt}/',
    'https://{prompt}@chat.example/',
    '{prompt}',
    'https://chat.example/?q={prompt}&again={prompt}',
    'https://chat.example/?q={prompt}\nfile:///etc/passwd',
    'java\tscript:alert(1)',
    'https:\\\\chat.example/?q={prompt}',
    'https:chat.example/{prompt}',
    '--help',
    '',
    `https://chat.example/${'a'.repeat(2_000)}{prompt}`,
  ])
    assert.equal(isAssistantAddress(bad), false, bad);
});

test('a text is in the address, whatever is in it', () => {
  const text = 'a & b = "c" #d\n{prompt} $& \ud800 é 中\r\nhttps://elsewhere.example/?x=y';
  const asked = chatRequest(fragment, text, rules());
  assert.ok(asked.kind === 'open');
  const url = new URL(asked.address);
  assert.deepEqual([url.host, [...url.searchParams.keys()], url.hash], ['usual.example', ['q'], '']);
  assert.equal(url.searchParams.get('q'), text.toWellFormed());
});

test('each kind may go to an assistant of its own, and to nobody if that is gone', () => {
  const routed = rules({ routes: { text: '', code: 'Here', link: 'Gone', image: 'Page', files: '' } });
  const to = (of: object, text = 'words') => {
    const asked = chatRequest({ ...fragment, ...of }, text, routed);
    return 'address' in asked ? `${asked.kind} ${asked.address}` : asked.kind;
  };
  assert.equal(to({}), 'open https://usual.example/new?q=words');
  assert.equal(to({ contentKind: 'data' }), 'open http://localhost:8080/chat/words');
  assert.equal(to({ contentKind: 'link' }), 'none', 'never to another one');
  assert.equal(to({ kind: 'image' }, ''), 'copy https://page.example/');
  assert.equal(to({ kind: 'files' }, ''), 'copy https://usual.example/new');
  assert.deepEqual(chatRequest(fragment, 'words', rules({ default_assistant: '' })), { kind: 'none', missing: '' });
  assert.deepEqual(chatRequest({ ...fragment, contentKind: 'link' }, 'words', routed), { kind: 'none', missing: 'Gone' });
});

test('what is too long for an address is copied, and the page opened without it', () => {
  for (const text of ['a'.repeat(longestAddress), 'ä'.repeat(longestAddress / 6 + 1), 'x'.repeat(5_000_000)]) {
    assert.deepEqual(chatRequest(fragment, text, rules()), { kind: 'copy', assistant: 'Usual', address: 'https://usual.example/new' });
  }
  const here = rules({ default_assistant: 'Here' });
  assert.deepEqual(chatRequest(fragment, 'b'.repeat(9_000), here), {
    kind: 'copy',
    assistant: 'Here',
    address: 'http://localhost:8080/chat/',
  });
});

test('where it was copied, and its file, are said if that is wanted, each on one line and without a password', () => {
  const asked = chatRequest({ ...fragment, embeddedFilename: 'tides.py' }, 'print(1)', rules({ with_source: true }));
  assert.ok(asked.kind === 'open');
  assert.equal(
    new URL(asked.address).searchParams.get('q'),
    'File: tides.py\nCopied from: Tides of Husum, https://tides.example/husum\n\nprint(1)',
  );
});

test('a secret goes nowhere, neither in the text nor in what is said of it; nor does what is private', () => {
  const key = `sk-ant-api03-${'Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1JkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNm'}-AbCdEfAA`;
  assert.deepEqual(chatRequest(fragment, `the key is ${key}`, rules()), { kind: 'secret', family: 'anthropic_key' });
  const long = `${'long '.repeat(5_000)}${key}`;
  assert.equal(chatRequest(fragment, long, rules()).kind, 'secret', 'also where it would only be copied');
  const source = { ...fragment.source, path: `https://tides.example/?key=${key}` };
  assert.equal(chatRequest({ ...fragment, source }, 'words', rules({ with_source: true })).kind, 'secret');
  assert.equal(chatRequest({ ...fragment, source }, 'words', rules()).kind, 'open');
  for (const more of [{ secret: 'password' }, { state: 'filtered' as const }])
    assert.equal(chatRequest({ ...fragment, ...more }, 'words', rules()).kind, 'private');
});

test('a picture or a file in which a secret was read goes nowhere, and what is not examined yet waits', () => {
  const asked = (of: object) => chatRequest({ ...fragment, kind: 'image', ...of }, '', rules());
  assert.equal(asked({ extracted: [{ file: 0, state: 'read', text: 'words' }] }).kind, 'copy');
  assert.deepEqual(asked({ extracted: [{ file: 0, state: 'secret', secret: 'github_token' }] }).kind, 'secret');
  assert.deepEqual(asked({ extracted: [{ file: 0, state: 'secret' }] }), { kind: 'private' });
  assert.equal(asked({ kind: 'files', extracted: [{ file: 0, state: 'read', text: 'x', secret: 'github_token' }] }).kind, 'secret');
  assert.deepEqual(asked({ state: 'captured' }), { kind: 'unread' });
});

test('what may be a secret is not sent, also where it is kept in doubt', () => {
  const token = `ghp_${'F765mYyQ2xLw8RtZ1cVb3nMk4jHg5fDs6aPe'}`;
  for (const text of [`line one\nline two\n${token}\nline four`, `export TOKEN=${token}`])
    assert.ok(['doubtful', 'secret'].includes(chatRequest(fragment, text, rules()).kind), text);
  assert.equal(chatRequest(fragment, `words\n${token}\nwords`, rules()).kind, 'doubtful');
});
