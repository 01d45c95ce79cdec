/** A part of a list, by cursor, from the bridge. */
import type { Bridge } from '../../client/bridge.ts';
import type { RowsQuery } from '../../contract/page-rows/rows.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';

/** All fragments of the list with a number of at least `from` and below `to`, newest first. `to` is null if there are no newer ones. */
export interface FragmentSpan {
  readonly fragments: readonly Fragment[];
  readonly from: number;
  readonly to: number | null;
  /** The number of fragments in the whole list, if the core counts them. */
  readonly total: number | null;
  /** Those that the picker shows before all others: what has the phrase that is searched for, or what is pinned. Only with the newest. */
  readonly first: readonly Fragment[];
}

type Source = Pick<Bridge, 'fragments'>;

/** As many as anybody looks through before searching. */
const mostFirst = { phrases: 10, pinned: 20 } as const;

/** Null where the bridge does not answer, or `signal` aborts before it does. */
export async function readRows(bridge: Source, { q, before, after, limit }: RowsQuery, signal?: AbortSignal): Promise<FragmentSpan | null> {
  const query = { q: q || undefined, limit };
  const read: Read = (page) => bridge.fragments(page, signal);
  if (after === undefined && before === undefined) return q === '' ? readNewest(read, query) : readOlder(read, { ...query, ...phrases });
  if (after === undefined) return readOlder(read, { ...query, before });
  return after === 0 ? readOldest(read, query) : readNewer(read, { ...query, after });
}

type Query = Parameters<Source['fragments']>[0];
type Read = (query: Query) => ReturnType<Source['fragments']>;

const phrases = { before: undefined, phrases: mostFirst.phrases };

/** Without pinned ones, if those can't be told. */
async function readNewest(read: Read, query: Query): Promise<FragmentSpan | null> {
  const reading = [readOlder(read, { ...query, before: undefined }), read({ q: 'is:pinned', limit: mostFirst.pinned })] as const;
  const newest = await reading[0];
  if (newest === null) return null;
  const pinned = await reading[1];
  return { ...newest, first: pinned.ok ? pinned.value.items : [] };
}

async function readOlder(read: Read, query: Query & { readonly before: number | undefined }): Promise<FragmentSpan | null> {
  const page = await read(query);
  if (!page.ok) return null;
  const { items, next, total = null, first = [] } = page.value;
  return { fragments: items, from: next === null ? 0 : Number(next), to: query.before ?? null, total, first };
}

/** An answer that ends early says where to continue, and nothing about what is beyond. */
async function readNewer(read: Read, query: Query & { readonly after: number }): Promise<FragmentSpan | null> {
  const page = await read(query);
  if (!page.ok) return null;
  const { items, next, total = null } = page.value;
  return { fragments: items, from: query.after + 1, to: next === null ? null : Number(next) + 1, total, first: [] };
}

/** A cursor is a fragment's number, of which the first is 1: that fragment needs a request of its own. */
async function readOldest(read: Read, query: Query): Promise<FragmentSpan | null> {
  const [newer, first] = await Promise.all([readNewer(read, { ...query, after: 1 }), readOlder(read, { ...query, before: 2 })]);
  return newer === null || first === null ? null : { ...newer, fragments: [...newer.fragments, ...first.fragments], from: 0 };
}
