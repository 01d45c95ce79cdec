import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import type { PageNews, RowsQuery } from '../../../contract/page-rows/rows.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import type { PagePicture } from './page-content.ts';
import { pageHandler } from './page-handler.ts';

interface Rig {
  readonly ask: (path: string, method?: string) => Promise<Response>;
  readonly commands: PageCommand[];
  readonly asked: RowsQuery[];
  readonly answered: number[];
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEUlEQVR42mNk+M9QzwABjDAGACVPAgNAHrBzAAAAAElFTkSuQmCC', 'base64');

/** A picture of some seventy bytes whose header claims this size. */
function pngOf(width: number, height: number): PagePicture {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { bytes, mediaType: 'image/png' };
}

function rig(t: TestContext, picture: PagePicture | null = null): Rig {
  const folder = temporaryHome(t);
  mkdirSync(path.join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.txt'), 'not of the page');
  writeFileSync(path.join(folder, 'page', 'index.html'), '<meta name="csp-nonce" content="__NONCE__">');
  writeFileSync(path.join(folder, 'page', 'assets', 'page.js'), 'go()');
  const commands: PageCommand[] = [];
  const asked: RowsQuery[] = [];
  const answered: number[] = [];
  const handler = pageHandler({
    folder: path.join(folder, 'page'),
    viewAfter: async (revision) => ({ revision: revision + 1 }) as PageNews,
    rows: async (query) => {
      asked.push(query);
      return query.before === 7 ? null : { rows: [], from: 0, to: null, total: 0 };
    },
    answered: (bytes) => void answered.push(bytes),
    command: (command) => void commands.push(command),
    picture: async () => picture,
    html: async (id) => (id === '7' ? '<p>bold</p>' : null),
    profilePicture: () => picture,
    programIcon: async (id) => (id in icons ? (icons[id] ?? null) : null),
  });
  return { commands, asked, answered, ask: (at, method = 'GET') => handler(new Request(`hub://page${at}`, { method })) };
}

const icons: Readonly<Record<string, PagePicture>> = {
  'a b': { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), mediaType: 'image/svg+xml' },
  runs: { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), mediaType: 'image/svg+xml' },
  page: { bytes: Buffer.from('<html>'), mediaType: 'text/html' },
};

test('the icon of a program may do nothing; what could is none', async (t) => {
  const { ask } = rig(t);
  const icon = await ask('/program/a%20b');
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml']);
  assert.equal(icon.headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  for (const id of ['runs', 'page', 'other', '', `${'x'.repeat(500)}`]) assert.equal((await ask(`/program/${id}`)).status, 404, id);
});

test('the HTML of a copy is a text that no browser opens as a page', async (t) => {
  const { ask } = rig(t);
  const answer = await ask('/html/7');
  assert.deepEqual(
    [await answer.text(), answer.headers.get('content-type'), answer.headers.get('x-content-type-options')],
    ['<p>bold</p>', 'text/plain; charset=utf-8', 'nosniff'],
  );
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  for (const at of ['/html/8', '/html/0', '/html/7x', '/html/']) assert.equal((await ask(at)).status, 404, at);
});

const say = (command: unknown): string => `/command?is=${encodeURIComponent(JSON.stringify(command))}`;

test('the document has a policy that allows nothing from elsewhere, and a nonce of its own for each load', async (t) => {
  const { ask } = rig(t);
  const [one, other] = [await ask('/'), await ask('/')];
  const policy = one.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}'/);
  assert.doesNotMatch(policy, /unsafe|http|\*/);
  const word = /nonce-([\w-]+)/.exec(policy)?.[1];
  assert.ok((await one.text()).includes(`content="${word}"`));
  assert.notEqual(policy, other.headers.get('content-security-policy'));
});

test('only files of the page are served, however their path is spelled', async (t) => {
  const { ask } = rig(t);
  assert.equal(await (await ask('/assets/page.js')).text(), 'go()');
  for (const at of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '//etc/passwd',
    '/assets',
    '/nothing',
  ])
    assert.equal((await ask(at)).status, 404, at);
});

test('only a valid command is executed', async (t) => {
  const { ask, commands } = rig(t);
  assert.equal((await ask(say({ kind: 'toggle-rail' }), 'POST')).status, 200);
  for (const wrong of [{ kind: 'run', program: 'sh' }, { kind: 'copy', fragmentId: '../1' }, null, [], { kind: 'act', verb: 'format' }])
    assert.equal((await ask(say(wrong), 'POST')).status, 400);
  assert.equal((await ask('/command?is={', 'POST')).status, 400);
  assert.equal((await ask(`/command?is=${'x'.repeat(30_000)}`, 'POST')).status, 413);
  assert.equal((await ask(say({ kind: 'toggle-rail' }))).status, 404, 'a link or a picture can not send a command');
  assert.equal((await ask('/view', 'DELETE')).status, 405);
  assert.deepEqual(commands, [{ kind: 'toggle-rail' }]);
});

test('only a content that is merely drawn is served as a picture; a copied page or script is not', async (t) => {
  const bytes = png;
  for (const at of ['/content/7', '/profile/picture']) {
    const drawn = await rig(t, { bytes, mediaType: 'image/png' }).ask(at);
    assert.equal(drawn.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await drawn.arrayBuffer()), bytes);
  }
  for (const mediaType of ['text/html', 'image/svg+xml', 'application/javascript', ''])
    assert.equal((await rig(t, { bytes, mediaType }).ask('/content/7')).status, 404, mediaType);
  for (const at of ['/content/0', '/content/../1', '/content/1x', '/content/'])
    assert.equal((await rig(t, { bytes, mediaType: 'image/png' }).ask(at)).status, 404, at);
});

test('a small file that claims to be a huge picture does not reach the page', async (t) => {
  const statusOf = async (at: string, width: number, height: number) => (await rig(t, pngOf(width, height)).ask(at)).status;
  for (const at of ['/content/7', '/profile/picture']) {
    assert.equal(await statusOf(at, 50_000, 50_000), 404, at);
    assert.equal(await statusOf(at, 2_147_483_647, 1_000), 404, at);
    assert.equal(await statusOf(at, 1_024, 1_024), 200, at);
  }
  assert.equal(await statusOf('/content/7', 7_680, 4_320), 200, 'a screen');
  assert.equal(await statusOf('/profile/picture', 7_680, 4_320), 404, 'a screen is no face');
  for (const [what, text] of [
    ['a frame that is larger than its picture', 'R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAD//2DqAAIEhI+pBQA7'],
    ['a picture that is larger than its frame', 'R0lGODlh//9g6oAAAAAAAP///yH5BAEAAAAALAAAAAAFAAQAAAIEhI+pBQA7'],
  ] as const) {
    const gif = rig(t, { bytes: Buffer.from(text, 'base64'), mediaType: 'image/gif' });
    assert.equal((await gif.ask('/content/7')).status, 404, what);
  }
  const unreadable = rig(t, { bytes: Buffer.from('GIF89a'), mediaType: 'image/gif' });
  assert.equal((await unreadable.ask('/profile/picture')).status, 404, 'one that says no size');
});

test('a view is requested by the revision that was seen last', async (t) => {
  const { ask } = rig(t);
  assert.deepEqual(await (await ask('/view?after=4')).json(), { revision: 5 });
});

test('rows are requested by cursor; a malformed request is refused, and rows that can not be read are reported as such', async (t) => {
  const { ask, asked, answered } = rig(t);
  const found = await ask('/rows?q=a%20b&before=12&limit=30');
  assert.deepEqual(await found.json(), { rows: [], from: 0, to: null, total: 0 });
  assert.deepEqual(answered, [40]);
  assert.equal((await ask('/rows?after=0')).status, 200);
  assert.equal((await ask('/rows')).status, 200);
  assert.deepEqual(asked, [
    { q: 'a b', before: 12, limit: 30 },
    { q: '', after: 0, limit: 100 },
    { q: '', limit: 100 },
  ]);
  assert.equal((await ask('/rows?before=7')).status, 503);
  for (const wrong of [
    'limit=101',
    'limit=0',
    'limit=1e2',
    'before=-1',
    'before=1.5',
    'before=x',
    'before=1&after=2',
    'before=1&before=2',
    'type=text',
    `q=${'x'.repeat(501)}`,
    'after=1234567890123456',
  ])
    assert.equal((await ask(`/rows?${wrong}`)).status, 400, wrong);
  assert.equal(asked.length, 4);
});

test('a page that was not built says how to build it', async () => {
  const handler = pageHandler({
    folder: path.join(os.tmpdir(), 'hub-page-nowhere'),
    viewAfter: async () => ({}) as PageNews,
    rows: async () => null,
    answered: () => {},
    command: () => {},
    picture: async () => null,
    html: async () => null,
    profilePicture: () => null,
    programIcon: async () => null,
  });
  const answer = await handler(new Request('hub://page/'));
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /npm run setup/);
});

test('translations are served for the languages that Hub speaks, and for nothing else', async (t) => {
  const { ask } = rig(t);
  const german = (await (await ask('/translations?into=de')).json()) as Readonly<Record<string, string>>;
  assert.equal(german['Show Hub'], 'Hub anzeigen');
  assert.deepEqual(await (await ask('/translations?into=en')).json(), {});
  for (const at of ['/translations', '/translations?into=fr', '/translations?into=../package', '/languages/de.json'])
    assert.equal((await ask(at)).status, 404, at);
});
