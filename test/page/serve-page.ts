/**
 * The far end of `contract/shell-page.ts` for tests: the shell's own handler serves the built page on a loopback port, answers with the view
 * that the test says, and the commands that came are kept.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FragmentList, PageCommand, PageView } from '../../src/contract/shell-page.ts';
import { pageHandler } from '../../src/processes/shell/page-handler.ts';
import { gradientPng } from '../harness/gradient-png.ts';
import { until } from '../harness/until.ts';
import { buildPage, builtPage } from './build-page.ts';

/** What a user asked for; the others the page says by itself, and `expand` is answered here. */
export type Asked = Exclude<PageCommand, { kind: 'painted' | 'in-use' | 'expand' }>;

/** A row of a list has no more of its fragment than a line. */
function inList<List extends FragmentList>(list: List): List {
  return { ...list, rows: list.rows.map((row) => ({ ...row, preview: '', toolTip: row.title })) };
}

export interface ServedPage {
  readonly url: string;
  readonly commands: Asked[];
  /** Revisions that were said to be painted. */
  readonly painted: number[];
  readonly inUse: { count: number };
  /** Requests that were refused, with their status. */
  readonly refused: string[];
  /** Gives the page another view, under the next revision. */
  readonly show: (change: Partial<PageView>) => PageView;
  /** The command that came after so many others. */
  readonly command: (index: number) => Promise<Asked>;
  /** Nobody answers from now on. */
  readonly die: () => Promise<void>;
  /** The same address answers again. */
  readonly revive: () => Promise<void>;
}

async function start(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Builds the page if need be. The caller ends it by `die`. */
export async function servePage(first: PageView): Promise<ServedPage> {
  await buildPage();
  let view = first;
  let port = 0;
  const waiting = new Set<() => void>();
  const commands: Asked[] = [];
  const painted: number[] = [];
  const refused: string[] = [];
  const inUse = { count: 0 };
  const picture = { bytes: gradientPng(96, 54), mediaType: 'image/png' };

  async function viewAfter(after: number): Promise<PageView> {
    if (after === view.revision) await new Promise<void>((resolve) => waiting.add(resolve));
    return { ...view, history: inList(view.history), search: inList(view.search) };
  }

  function show(change: Partial<PageView>): PageView {
    view = { ...view, ...change, revision: view.revision + 1 };
    for (const tell of waiting) tell();
    waiting.clear();
    return view;
  }

  /** As the shell does it: the page is given all of that fragment. */
  function expand(fragmentId: string | null): void {
    const rows = [...view.history.rows, ...view.search.rows];
    show({ expanded: rows.find(({ id }) => id === fragmentId) ?? null });
  }

  function take(command: PageCommand): void {
    if (command.kind === 'painted') painted.push(command.revision);
    else if (command.kind === 'in-use') inUse.count += 1;
    else if (command.kind === 'expand') expand(command.fragmentId);
    else commands.push(command);
  }

  const handle = pageHandler({ folder: builtPage, viewAfter, command: take, picture: async () => picture, profilePicture: () => picture });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const answered = await handle(new Request(`http://127.0.0.1:${port}${url}`, { method }));
    if (answered.status >= 400) refused.push(`${answered.status} ${method} ${url}`);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  }

  const newServer = (): Server => createServer((request, response) => void answer(request, response));
  let server = newServer();
  port = await start(server, 0);

  return {
    url: `http://127.0.0.1:${port}/`,
    commands,
    painted,
    inUse,
    refused,
    show,
    command: (index) => until(`command ${index}`, () => commands[index]),
    die: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    revive: async () => {
      server = newServer();
      await start(server, port);
    },
  };
}
