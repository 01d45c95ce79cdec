/** What the shell asks of the core over its bridge (§4.1). Nothing rejects: what can't be had is null, what was not done is false. */
import { type BridgeResponse, requestBridge } from '../../client/bridge-request.ts';
import { requestContent } from '../../client/content-request.ts';
import { copyCounters, fragmentList, healthStatus, mostFragmentsInList } from '../../contract/bridge.ts';
import { type Fragment, fragment } from '../../contract/source-snapshot.ts';
import type { PagePicture } from './page-picture.ts';

export interface FragmentPage {
  readonly fragments: readonly Fragment[];
  readonly hasMore: boolean;
}

export interface Bridge {
  /** As many of the newest fragments, of those that `query` finds where it is not empty. */
  list(query: string, limit: number): Promise<FragmentPage | null>;
  /** `gone`: the core answers, and has none of that number. */
  one(id: string): Promise<Fragment | 'gone' | null>;
  counters(): Promise<{ readonly captured: number; readonly missed: number } | null>;
  picture(id: string): Promise<PagePicture | null>;
  /** All of a text; null where it can't be had, or is longer than a window holds. */
  text(id: string): Promise<string | null>;
  copy(id: string): Promise<boolean>;
  copyAddress(id: string): Promise<boolean>;
  save(id: string): Promise<boolean>;
  forget(id: string): Promise<boolean>;
}

const within = { timeoutMs: 4_000 } as const;
/** The longest picture that the page is given; a longer one has no thumbnail. */
const longestPictureBytes = 32 * 1024 * 1024;

/** Of a text that is shown whole. */
const longestTextBytes = 1024 * 1024;

/** @param port tells where the bridge is; null while nobody knows. */
export function openBridge(port: () => number | null): Bridge {
  const answerTo = async (method: 'GET' | 'POST' | 'DELETE', path: string): Promise<BridgeResponse | null> => {
    const at = port();
    if (at === null) return null;
    const answer = await requestBridge(at, method === 'POST' ? { method, path, body: {} } : { method, path }, within);
    return answer.ok ? answer.value : null;
  };
  const ask = async (...request: Parameters<typeof answerTo>): Promise<unknown> => {
    const answer = await answerTo(...request);
    return answer?.status === 200 ? answer.body : null;
  };
  return {
    list: async (query, limit) => {
      const fragments: Fragment[] = [];
      let next: string | null = null;
      do {
        const words = new URLSearchParams({
          limit: String(Math.min(limit - fragments.length, mostFragmentsInList)),
          ...(query === '' ? {} : { q: query }),
          ...(next === null ? {} : { before: next }),
        });
        const page = fragmentList.safeParse(await ask('GET', `/api/fragments?${words.toString()}`));
        if (!page.success) return null;
        fragments.push(...page.data.items);
        next = page.data.items.length === 0 ? null : page.data.next;
      } while (next !== null && fragments.length < limit);
      return { fragments, hasMore: next !== null };
    },
    one: async (id) => {
      const answer = await answerTo('GET', `/api/fragments/${id}`);
      return answer?.status === 404 ? 'gone' : (fragment.safeParse(answer?.body).data ?? null);
    },
    counters: async () => {
      const health = await ask('GET', '/api/health/status');
      return healthStatus.pick({ copies: true }).extend({ copies: copyCounters }).safeParse(health).data?.copies ?? null;
    },
    picture: async (id) => {
      const at = port();
      return at === null ? null : requestContent(at, `/api/fragments/${id}/content`, { ...within, longestBytes: longestPictureBytes });
    },
    text: async (id) => {
      const at = port();
      if (at === null) return null;
      const found = await requestContent(at, `/api/fragments/${id}/content`, { ...within, longestBytes: longestTextBytes });
      return found?.mediaType.startsWith('text/') ? new TextDecoder().decode(found.bytes) : null;
    },
    copy: async (id) => (await ask('POST', `/api/fragments/${id}/copy`)) !== null,
    copyAddress: async (id) => (await ask('POST', `/api/fragments/${id}/copy-address`)) !== null,
    save: async (id) => (await ask('POST', `/api/fragments/${id}/save`)) !== null,
    forget: async (id) => (await ask('DELETE', `/api/fragments/${id}`)) !== null,
  };
}
