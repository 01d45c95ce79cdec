import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, failed } from '../../../base/outcome.ts';
import { chatRoutingDocument } from '../../../contract/documents/chat-routing.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { withinSentence } from '../../../domain/language/say.ts';
import { sendToChat } from './send-to-chat.ts';

const fragment = {
  id: '7',
  kind: 'text',
  mediaTypes: ['text/plain'],
  contentKind: 'prose',
  state: 'kept',
  embeddedFilename: null,
  source: { type: 'other', name: '', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
} as unknown as Fragment;

interface Given {
  readonly text?: string;
  readonly more?: Partial<Fragment>;
  readonly usual?: string;
  readonly isPicker?: boolean;
  readonly opens?: boolean;
  readonly whole?: string;
  readonly absence?: string;
  readonly isPaused?: 'everything' | 'next' | false;
  readonly readsPictures?: boolean;
  /** What is known of the text in its picture, each time it is asked about; the last one stays. */
  readonly reads?: readonly Fragment['extracted'][];
}

async function sent(
  {
    text = 'words',
    more = {},
    usual = 'Mine',
    isPicker = false,
    opens = true,
    whole = '',
    absence,
    isPaused = false,
    readsPictures = true,
    reads = [],
  }: Given,
  id: string | null = '7',
) {
  const did: string[] = [];
  const left = [...reads];
  const assistants = [
    { name: 'Mine', address: 'https://mine.example/?q={prompt}' },
    { name: 'Page', address: 'https://page.example/' },
  ];
  const chat = chatRoutingDocument.parse({ assistants, default_assistant: usual });
  const parts = {
    shell: {
      state: {
        chat,
        snapshot: { fragments: id === null ? [] : [fragment], raw: { absence } },
        pause: isPaused ? { what: isPaused, untilMs: null } : null,
      },
      notify: (intent: string, said: string | (() => string)) => void did.push(`${intent}: ${typeof said === 'string' ? said : said()}`),
    },
    bridge: {
      fragment: async () =>
        done({ ...fragment, text, ...more, ...(left.length > 0 && { extracted: left.length > 1 ? left.shift() : left[0] }) }),
      text: async () => done(whole),
      copy: async () => {
        did.push('copy');
        return done(undefined);
      },
    },
    readsPictures: () => readsPictures,
    open: async (as: string, target: string) => {
      did.push(`open ${as} ${target}`);
      return opens ? done(null) : failed('failed');
    },
    control: { isPicker, restore: async () => void did.push('restore') },
    tellDesktop: async (said: string) => void did.push(`desktop: ${said}`),
    picker: { leave: async () => void did.push('leave') },
    quick: { open: async (name: string) => void did.push(`settings ${name}`) },
    waitsMs: 1_000,
  };
  answers.push(await sendToChat(parts as never, id));
  return did;
}

/** What the callers heard. */
const answers: unknown[] = [];

test('a text is opened in the address of the assistant, and nothing is put on the clipboard', async () => {
  assert.deepEqual(await sent({}), ['open address https://mine.example/?q=words']);
});

test('for a page that takes no prompt, and for a text that is too long, the copy is put on the clipboard first', async () => {
  const said = (name: string) => `info: The copy is on the clipboard: paste it into ${name}`;
  assert.deepEqual(await sent({ usual: 'Page' }), ['copy', 'open address https://page.example/', said('Page')]);
  const long = { more: { textTruncated: true as const }, whole: 'long '.repeat(20_000) };
  assert.deepEqual(await sent(long), ['copy', 'open address https://mine.example/', said('Mine')]);
  const picture = { kind: 'image' as const, extracted: [{ file: 0, state: 'empty' as const }] };
  assert.deepEqual(await sent({ more: picture }), ['copy', 'open address https://mine.example/', said('Mine')]);
});

test('a secret is refused with its kind, also one that is far behind the beginning', async () => {
  const key = `sk-ant-api03-${'Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1JkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNm'}-AbCdEfAA`;
  const refused = ['warning: Not sent: it seems to contain an Anthropic key'];
  assert.deepEqual(await sent({ text: key }), refused);
  assert.deepEqual(await sent({ more: { textTruncated: true }, whole: `${'long '.repeat(20_000)}${key}` }), refused);
  assert.deepEqual(await sent({ more: { secret: 'password' } }), ['warning: Not sent: this copy is private']);
});

test('without an assistant its settings are opened, and nothing goes anywhere', async () => {
  const did = await sent({ usual: '' });
  assert.deepEqual(did[0], 'settings chat-routing');
  assert.ok(!did.some((one) => one.startsWith('open') || one === 'copy'));
});

test('the picker is left before, and what went wrong is said in the window', async () => {
  const did = await sent({ isPicker: true, opens: false });
  assert.deepEqual(did.slice(0, 2), ['leave', 'open address https://mine.example/?q=words']);
  assert.match(did[2] ?? '', /^error: It was not opened/);
  assert.equal(did[3], 'restore');
});

test('what is to be pasted is told by the desktop where the window is not in front', async () => {
  const did = await sent({ isPicker: true, usual: 'Page' });
  assert.equal(did.at(-1), 'desktop: The copy is on the clipboard: paste it into Page');
});

test('who asked hears why it was not sent, or what there is to do', async () => {
  for (const [given, answer] of [
    [{}, { ok: true }],
    [{ usual: 'Page' }, { ok: true, detail: 'The copy is on the clipboard: paste it into Page' }],
    [{ opens: false }, { ok: false, detail: 'It was not opened: Hub did not answer; see Diagnostics' }],
    [{ more: { secret: 'password' } }, { ok: false, detail: 'Not sent: this copy is private' }],
    [{ usual: '' }, { ok: false, detail: 'Choose an assistant for this kind of copy, then send it again' }],
  ] as const) {
    await sent(given as Given);
    assert.deepEqual(answers.at(-1), answer);
  }
});

test('a picture that is being read waits for its text, and what is not read is said to be so', async () => {
  const [reading, read, secret] = (['reading', 'read', 'secret'] as const).map((state) => [{ file: 0, state }]);
  const more = { kind: 'image' as const, mediaTypes: ['image/png'] };
  const pasted = 'info: The copy is on the clipboard: paste it into Mine';
  const page = 'open address https://mine.example/';
  assert.deepEqual(await sent({ more, reads: [reading, reading, read] }), ['copy', page, pasted]);
  assert.deepEqual(await sent({ more, reads: [reading, secret] }), ['warning: Not sent: this copy is private']);
  const late = 'info: Not sent: Hub is still reading the text in the picture. Try again in a moment';
  assert.deepEqual(await sent({ more, reads: [reading] }), [late]);
  const unread = `${pasted}. Hub has not read the text in the picture, so it may contain a secret`;
  assert.deepEqual(await sent({ more }), ['copy', page, unread]);
  assert.deepEqual(await sent({ more, reads: [[{ file: 0, state: 'failed', reason: 'too-large' }]] }), ['copy', page, unread]);
  // One that was just copied is not being read yet, but will be.
  const justNow = { ...more, capturedAt: new Date().toISOString() };
  assert.deepEqual(await sent({ more: justNow, reads: [[], reading, secret] }), ['warning: Not sent: this copy is private']);
  assert.deepEqual(await sent({ more: justNow }), ['copy', page, unread], 'nor is one waited for that is never read');
  // Nothing reads it: the second look, which is not taken, would see a secret.
  for (const why of [{ readsPictures: false }, { isPaused: 'everything' }] as const)
    assert.deepEqual(await sent({ more: justNow, reads: [[], secret], ...why }), ['copy', page, unread], JSON.stringify(why));
  const ignoring = await sent({ more: justNow, reads: [[], secret], isPaused: 'next' });
  assert.deepEqual(ignoring, ['warning: Not sent: this copy is private'], 'it is read all the same');
  const filtered = { ...justNow, state: 'filtered' as const };
  assert.deepEqual(await sent({ more: filtered, reads: [[], reading] }), ['warning: Not sent: this copy is private']);
  assert.deepEqual(await sent({ more: { ...more, capturedAt: '2026-03-01T09:00:00Z' }, reads: [[], secret] }), ['copy', page, unread]);
});

test('nothing on the clipboard is said to be nothing', async () => {
  for (const absence of ['', 'cleared'])
    assert.deepEqual(await sent({ absence }, null), ['info: There is nothing on the clipboard that could be sent to a chat', 'restore']);
});

test('of what is there and was not read, or not kept, that is said', async () => {
  for (const [absence, why] of [
    ['concealed', 'Not read: the program marked it as secret'],
    ['excluded', 'Not read: your rules exclude its program'],
    ['secret', 'Hub does not keep what is on the clipboard: it looks like a secret'],
  ])
    assert.deepEqual(await sent({ ...(absence && { absence }) }, null), [`warning: Not sent: ${withinSentence(why ?? '')}`, 'restore']);
  assert.deepEqual((await sent({ isPaused: 'everything' }, null))[0], 'warning: Not sent: the current clipboard content is not shown');
});
