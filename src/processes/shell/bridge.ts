/** What the shell asks of the core over its bridge (§4.1). Nothing rejects: what can't be had is null, what was not done is false. */
import { requestBridge } from '../../client/bridge-request.ts';
import { requestContent } from '../../client/content-request.ts';
import { copyCounters, fragmentList, healthStatus } from '../../contract/bridge.ts';
import { type Fragment, fragment } from '../../contract/source-snapshot.ts';
import type { PagePicture } from './page-picture.ts';

export interface FragmentPage {
  readonly fragments: readonly Fragment[];
  readonly hasMore: boolean;
}

export interface Bridge {
  /** The newest fragments, of those that `query` finds where it is not empty. */
  list(query: string, limit: number): Promise<FragmentPage | null>;
  one(id: string): Promise<Fragment | null>;
  counters(): Promise<{ readonly captured: number; readonly missed: number } | null>;
  picture(id: string): Promise<PagePicture | null>;
  copy(id: string): Promise<boolean>;
  copyAddress(id: string): Promise<boolean>;
  save(id: string): Promise<boolean>;
  forget(id: string): Promise<boolean>;
}

const within = { timeoutMs: 4_000 } as const;
/** The longest picture that the page is given; a longer one has no thumbnail. */
const longestPictureBytes = 32 * 1024 * 1024;

/** @param port tells where the bridge is; null while nobody knows. */
export function openBridge(port: () => number | null): Bridge {
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string): Promise<unknown> => {
    const at = port();
    if (at === null) return null;
    const answer = await requestBridge(at, method === 'POST' ? { method, path, body: {} } : { method, path }, within);
    return answer.ok && answer.value.status === 200 ? answer.value.body : null;
  };
  return {
    list: async (query, limit) => {
      const words = new URLSearchParams({ limit: String(limit), ...(query === '' ? {} : { q: query }) });
      const page = fragmentList.safeParse(await ask('GET', `/api/fragments?${words.toString()}`));
      return page.success ? { fragments: page.data.items, hasMore: page.data.next !== null } : null;
    },
    one: async (id) => fragment.safeParse(await ask('GET', `/api/fragments/${id}`)).data ?? null,
    counters: async () => {
      const health = await ask('GET', '/api/health/status');
      return healthStatus.pick({ copies: true }).extend({ copies: copyCounters }).safeParse(health).data?.copies ?? null;
    },
    picture: async (id) => {
      const at = port();
      return at === null ? null : requestContent(at, `/api/fragments/${id}/content`, { ...within, longestBytes: longestPictureBytes });
    },
    copy: async (id) => (await ask('POST', `/api/fragments/${id}/copy`)) !== null,
    copyAddress: async (id) => (await ask('POST', `/api/fragments/${id}/copy-address`)) !== null,
    save: async (id) => (await ask('POST', `/api/fragments/${id}/save`)) !== null,
    forget: async (id) => (await ask('DELETE', `/api/fragments/${id}`)) !== null,
  };
}
