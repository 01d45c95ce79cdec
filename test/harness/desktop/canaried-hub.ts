/** A real Hub with a canary wherever something of its user can be: nothing that is made for others may have one of them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { askLine } from '../../../src/base/pipes/ask-line.ts';
import { canary, plainCanary } from '../canaries.ts';
import { drawnText, pictureFormats } from '../documents/pictures-of-text.ts';
import { pairWith } from '../extension-client.ts';
import { requestBytes, sendRaw } from '../raw-http.ts';
import { until } from '../until.ts';
import { type HubDesk, startHubDesk } from './hub-desk.ts';

export interface CanariedHub extends AsyncDisposable {
  readonly desk: HubDesk;
  /** What was planted, by where it is. */
  readonly planted: ReadonlyMap<string, string>;
}

/** Recognition reads these words as they are. */
const shownInPicture = 'umbrellas for marmalade harvesters';
const readWithinMs = 60_000;
const text = (content: string) => ({ content: { text: content } });

/** Resolves once all canaries are where they belong, and a component has crashed and is back. */
export async function startCanariedHub({ withPicture = true }: { readonly withPicture?: boolean } = {}): Promise<CanariedHub> {
  const planted = new Map<string, string>();
  const plant = (where: string, what = canary(where)): string => {
    planted.set(where, what);
    return what;
  };
  const plain = (where: string): string => plant(where, plainCanary(where.replaceAll(' ', '-')));
  const names = { USER: plain('user name'), HOSTNAME: plain('host name') };
  await using starting = new AsyncDisposableStack();
  const desk = starting.use(
    await startHubDesk({
      workspaceName: plain('path of the WorkSpace'),
      env: {
        HUB_DEBUG: 'true',
        ...names,
        LOGNAME: names.USER,
        EMAIL: `${plain('mail address')}@example.org`,
        XDG_CURRENT_DESKTOP: plain('desktop of the environment'),
        HUB_SECRET: plain('variable of the environment'),
        SSH_AUTH_SOCK: `/tmp/${plain('path of the environment')}`,
      },
      prepare: (hub) => {
        hub.setDocument('config/content-filter.json', {
          excluded_app_names: [plain('excluded application')],
          blacklisted_window_keywords: [plain('excluded keyword')],
          excluded_dirs: [plain('excluded folder')],
          excluded_hosts: [`${plain('excluded host')}.example`],
          [plain('key of a document')]: plain('value of a document'),
        });
        hub.setDocument('config/quick-settings/text-extraction.json', { read_pictures: 'all' });
        hub.setDocument('config/quick-settings/chat-routing.json', {
          assistants: [{ name: plain('assistant'), address: `https://${plain('address of an assistant')}.example/?q={prompt}` }],
        });
        hub.setDocument('config/hub.json', { picker: { paste_keys: { [plain('class of a window')]: 'Ctrl+V' } } });
        hub.setDocument('config/commands.json', {
          commands: [{ name: plain('saved command'), command: ['true', plain('argument of a command')] }],
        });
        hub.setDocument('config/workspaces.json', {
          workspaces: [{ id: 'other', name: plain('name of a WorkSpace'), path: `/nowhere/${plain('path of another WorkSpace')}` }],
        });
      },
    }),
  );
  const { hub, owner } = desk;
  await owner.showWindow({ title: plant('title of a window'), className: plain('class of the window') });
  const copied = plant('copied text');
  const name = plain('embedded name');
  await owner.own({
    UTF8_STRING: text(`// src/${name}.ts\nexport const said = '${copied}';\n`),
    'text/html': text(`<p>${plant('copied HTML')}</p>`),
  });
  const { id } = await hub.fragment(({ state, text: told }) => state === 'saved' && told?.includes(copied) === true);
  await owner.own({ 'text/uri-list': text(`file:///tmp/${plain('name of a file')}.txt\r\n`) });
  await hub.fragment(({ files }) => files !== undefined);
  if (withPicture) {
    planted.set('text in a picture', shownInPicture);
    const png = pictureFormats.png(await drawnText([shownInPicture]));
    await owner.own({ 'image/png': { content: { base64: png.toString('base64') } } });
    await until('the reading', async () => (await hub.fragments()).some(({ extracted }) => extracted?.[0]?.state === 'read'), readWithinMs);
  }
  for (const words of [
    ['title', id, plain('own title')],
    ['note', id, plain('own note')],
    ['tag', id, plain('tag').slice(0, 50)],
    ['search', plain('searched words')],
    ['action', plain('verb')],
  ])
    await hub.command(words);
  planted.set('tag', (planted.get('tag') ?? '').slice(0, 50));
  await sendRequests(hub.bridgePort, plain);
  await sendRequests(hub.webPort, (where) => plain(`${where} for the listener`));
  await askLine(hub.places.pipe('supervisor'), { op: plain('request to a pipe') }, { timeoutMs: 5_000 });
  const code = /[A-Z0-9]{4}-?[A-Z0-9]{4}|\d{6,}/.exec((await hub.command(['pair', '--json'])).stdout)?.[0] ?? '';
  planted.set('token of a browser', (await pairWith(hub.webPort, code, { name: plain('name of a browser') })).token);
  await crashed(desk);
  plantInLogs(hub.places.logs, hub.root, plain, plant);
  const started = starting.move();
  return { desk, planted, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

async function sendRequests(port: number, plain: (where: string) => string): Promise<void> {
  const json = [['Content-Type', 'application/json']] as const;
  for (const request of [
    { target: `/source?token=${plain('query of a request')}` },
    { target: '/source', headers: [['Authorization', `Bearer ${plain('authorization')}`]] as const },
    { method: 'POST', target: '/api/save/test', headers: json, body: `{"content":"${plain('broken JSON')}` },
    {
      method: 'POST',
      target: '/api/save/test',
      headers: json,
      body: JSON.stringify({ content: 'x', filename: `../${plain('refused name')}` }),
    },
  ])
    await sendRaw(port, requestBytes(port, request));
}

async function crashed({ hub }: HubDesk): Promise<void> {
  const worker = ({ components }: Awaited<ReturnType<typeof hub.until>>) => components.find(({ id }) => id === 'save_worker');
  const pid = worker(await hub.until((status) => worker(status)?.state === 'running'))?.pid ?? 0;
  process.kill(pid, 'SIGABRT');
  await hub.until((status) => worker(status)?.state === 'running' && worker(status)?.pid !== pid);
}

/** What another program of the user could write there, and what a crash could leave. */
function plantInLogs(logs: string, root: string, plain: (where: string) => string, plant: (where: string) => string): void {
  const append = (file: string, content: string): void => writeFileSync(path.join(logs, file), content, { flag: 'a' });
  const forged = (fields: object): string =>
    `${JSON.stringify({ level: 'ERROR', time: new Date().toISOString(), component: 'clipboard', pid: 1, ...fields })}\n`;
  append('clipboard.log', `${plant('foreign line in a log')}\n`);
  append('clipboard.log', forged({ event: plain('forged event') }));
  append(
    'clipboard.log',
    forged({ event: 'copied', because: plain('forged word'), [plain('forged name')]: 1, of: { deep: plain('forged part') } }),
  );
  append('hub.log', forged({ event: 'copied', because: `${plain('mail in a log')}@example.org` }));
  append(
    'hub.log',
    `Error: ${plain('message of a stack')}\n    at ${plain('function of a stack')} (/home/${plain('path of a stack')}/x.ts:1:2)\n`,
  );
  writeFileSync(
    path.join(logs, 'python_core.failed.log'),
    `${forged({ event: 'component ended', lastWords: plain('last words') })}${plain('crash')}\n`,
  );
  writeFileSync(path.join(logs, `${plain('foreign file')}.log`), plain('content of a foreign file'));
  mkdirSync(path.join(logs, plain('foreign folder')));
  const outside = path.join(root, 'outside');
  writeFileSync(outside, forged({ event: 'copied', because: plain('file behind a link') }));
  symlinkSync(outside, path.join(logs, 'clipboard.failed.log'));
}
