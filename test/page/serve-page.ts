/**
 * The far end of `contract/shell-page.ts` for tests: the shell's own handler serves the built page on a loopback port, answers with the view
 * that the test gives it, and records the commands that it receives.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageNews, RowChange, RowsAnswer, RowsQuery } from '../../src/contract/page-rows/rows.ts';
import type { FragmentRow, PageCommand } from '../../src/contract/shell-page.ts';
import { RowChangesLog } from '../../src/processes/shell/row-changes.ts';
import { pageHandler } from '../../src/processes/shell/window/page-handler.ts';
import { gradientPng } from '../harness/gradient-png.ts';
import { until } from '../harness/until.ts';
import { buildPage, builtPage } from './build-page.ts';
import type { TestList, TestView } from './views.ts';

/** The commands of a user. The page sends the others by itself, and this server answers `expand`. */
export type UserCommand = Exclude<PageCommand, { kind: 'painted' | 'drawn' | 'in-use' | 'writing' | 'expand' }>;

/** A row of a list has only the first lines of its fragment. */
function inList(row: FragmentRow): FragmentRow {
  const lines = row.kind === 'text' && row.ownTitle === '' ? row.preview.split('\n', 3) : [];
  return { ...row, preview: lines.length > 1 ? lines.join('\n') : '', toolTip: row.title };
}

function rowsOf({ rows, hasMore, read }: TestList, query: RowsQuery): RowsAnswer {
  if (read !== undefined) return read(query);
  const { before = Number.POSITIVE_INFINITY, after = 0, limit } = query;
  const there = rows.filter(({ id }) => Number(id) < before && Number(id) > after).sort((one, other) => Number(other.id) - Number(one.id));
  const answered = query.after === undefined ? there.slice(0, limit) : there.slice(-limit);
  const isCut = answered.length < there.length;
  const from = query.after === undefined ? (isCut || (hasMore && answered.length > 0) ? Number(answered.at(-1)?.id) : 0) : after + 1;
  const to = query.after === undefined ? (query.before ?? null) : isCut ? Number(answered[0]?.id) + 1 : null;
  return { rows: answered.map(inList), from, to, total: query.q === '' ? rows.length + (hasMore ? 1_000 : 0) : null };
}

/** The changes of a list's rows. */
function changesBetween(before: TestList, now: TestList): readonly RowChange[] {
  const known = new Map(before.rows.map((row) => [row.id, JSON.stringify(row)]));
  const there = new Set(now.rows.map(({ id }) => id));
  const gone = before.rows.filter(({ id }) => !there.has(id)).map(({ id }) => ({ gone: id }));
  const changed = now.rows.filter((row) => known.get(row.id) !== JSON.stringify(row)).map((row) => ({ row: inList(row) }));
  return [...gone, ...changed];
}

export interface ServedPage {
  readonly url: string;
  readonly commands: UserCommand[];
  /** The revisions that the page reported as painted. */
  readonly painted: number[];
  /** The forms that it reported as drawn: the picker by its number, the window as 0. */
  readonly drawn: number[];
  /** Whether it reported a form about a fragment as open. */
  readonly writing: boolean[];
  readonly inUse: { count: number };
  /** Requests that were refused, with their status. */
  readonly refused: string[];
  /** Gives the page another view, under the next revision. */
  readonly show: (change: Partial<TestView>) => TestView;
  /** Reports changes of lists; null if they are unknown. */
  readonly tell: (changes: readonly RowChange[] | null) => TestView;
  /** What is found for a query that is not that of the view. */
  readonly finds: (query: string, rows: readonly FragmentRow[]) => void;
  /**
   * The requests for rows, and the lengths of answers with rows or a view. While `fails` is set, requests for rows fail; those of a search are answered
   * once `held` resolves.
   */
  readonly rows: { readonly asked: RowsQuery[]; fails: boolean; held: Promise<void> | null; readonly bytes: number[] };
  /** The HTML of copies, by their ids. */
  readonly html: Record<string, string>;
  /** The command with this index, once it has arrived. */
  readonly command: (index: number) => Promise<UserCommand>;
  /** Stops the server: nobody answers from now on. */
  readonly die: () => Promise<void>;
  /** Starts the server again at the same address. */
  readonly revive: () => Promise<void>;
}

async function start(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Builds the page if necessary. The caller stops it with `die`. */
export async function servePage(first: TestView): Promise<ServedPage> {
  await buildPage();
  let view = first;
  let port = 0;
  const news = new RowChangesLog();
  const rows: ServedPage['rows'] = { asked: [], fails: false, held: null, bytes: [] };
  const found = new Map<string, readonly FragmentRow[]>();
  const waiting = new Set<() => void>();
  const commands: UserCommand[] = [];
  const painted: number[] = [];
  const drawn: number[] = [];
  const writing: boolean[] = [];
  const refused: string[] = [];
  const inUse = { count: 0 };
  const html: Record<string, string> = {};
  const picture = { bytes: gradientPng(96, 54), mediaType: 'image/png' };
  const icon = { bytes: gradientPng(48, 48), mediaType: 'image/png' };

  async function viewAfter(after: number): Promise<PageNews> {
    if (after === view.revision) await new Promise<void>((resolve) => waiting.add(resolve));
    const { history: _, search, ...shown } = view;
    const { rows: _rows, hasMore: _hasMore, ...asked } = search;
    return { ...shown, search: asked, news: news.between(after, view.revision) };
  }

  async function read(query: RowsQuery): Promise<RowsAnswer | null> {
    rows.asked.push(query);
    if (rows.fails) return null;
    if (query.q === '') return rowsOf(view.history, query);
    await rows.held;
    return rowsOf(query.q === view.search.query ? view.search : { rows: found.get(query.q) ?? [], hasMore: false }, query);
  }

  function tell(changes: readonly RowChange[] | null, change: Partial<TestView> = {}): TestView {
    view = { ...view, ...change, revision: view.revision + 1 };
    for (const each of changes ?? []) news.note(each, view.revision);
    if (changes === null) news.reset(view.revision);
    for (const wake of waiting) wake();
    waiting.clear();
    return view;
  }

  function show(change: Partial<TestView>): TestView {
    const { history = view.history, search = view.search } = change;
    // Of rows that are made when they are read, nobody knows what happened to them.
    if (history.read !== view.history.read) return tell(null, change);
    const isFound = search.query === view.search.query;
    const changes = [...changesBetween(view.history, history), ...(isFound ? changesBetween(view.search, search) : [])];
    return tell(changes, change);
  }

  /** Like the shell, sends the page the complete fragment. */
  function expand(fragmentId: string | null): void {
    const all = [...view.history.rows, ...view.search.rows];
    show({ expanded: all.find(({ id }) => id === fragmentId) ?? null });
  }

  function take(command: PageCommand): void {
    if (command.kind === 'painted') painted.push(command.revision);
    else if (command.kind === 'drawn') drawn.push(command.opened);
    else if (command.kind === 'writing') writing.push(command.isOn);
    else if (command.kind === 'in-use') inUse.count += 1;
    else if (command.kind === 'expand') expand(command.fragmentId);
    else commands.push(command);
  }

  const handle = pageHandler({
    folder: builtPage,
    viewAfter,
    rows: read,
    answered: (bytes) => void rows.bytes.push(bytes),
    command: take,
    picture: async () => picture,
    html: async (id) => html[id] ?? null,
    profilePicture: () => picture,
    programIcon: async () => icon,
  });

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
    drawn,
    writing,
    inUse,
    html,
    refused,
    show,
    tell,
    rows,
    finds: (query, there) => void found.set(query, there),
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
