/** Metrics of the core in Prometheus text format 0.0.4: counts and sizes, never content. */
import type { Counters } from '../../contract/journal.ts';
import type { CacheFigures } from '../../domain/least-recently-used.ts';
import type { IndexSize } from '../../journal/search/index-size.ts';

export interface CoreFigures {
  readonly uptimeSeconds: number;
  readonly counters: Counters;
  readonly fragmentsByState: Readonly<Record<string, number>>;
  readonly index: IndexSize;
  readonly eventClients: number;
  readonly caches: { readonly detection: CacheFigures; readonly file: CacheFigures };
  readonly requests: number;
  readonly refusals: number;
  readonly residentBytes: number;
}

/** The page. */
export function metricsText(figures: CoreFigures): string {
  const lines: string[] = [];
  const family = (name: string, type: 'gauge' | 'counter', help: string, samples: readonly (readonly [string, number])[]): void => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(([labels, value]) => `${name}${labels} ${value}`));
  };
  family('hub_uptime_seconds', 'gauge', 'Seconds since the core started.', [['', figures.uptimeSeconds]]);
  family(
    'hub_copies_total',
    'counter',
    'Copies that the clipboard announced, by outcome.',
    Object.entries(figures.counters).map(([outcome, copies]) => [`{outcome="${outcome}"}`, copies]),
  );
  family(
    'hub_fragments',
    'gauge',
    'Fragments in the journal, by state.',
    Object.entries(figures.fragmentsByState).map(([state, fragments]) => [`{state="${state}"}`, fragments]),
  );
  family('hub_search_index_bytes', 'gauge', 'Size of the search indexes in the journal.', [['', figures.index.bytes]]);
  family('hub_search_unindexed_fragments', 'gauge', 'Fragments that are not in the search indexes yet.', [['', figures.index.unindexed]]);
  family('hub_event_clients', 'gauge', 'Clients of the event stream.', [['', figures.eventClients]]);
  for (const [cache, { hits, misses, entries }] of Object.entries(figures.caches)) {
    family(`hub_${cache}_cache_hits_total`, 'counter', `Hits of the ${cache} cache.`, [['', hits]]);
    family(`hub_${cache}_cache_misses_total`, 'counter', `Misses of the ${cache} cache.`, [['', misses]]);
    family(`hub_${cache}_cache_entries`, 'gauge', `Entries of the ${cache} cache.`, [['', entries]]);
  }
  family('hub_http_requests_total', 'counter', 'Requests that arrived.', [['', figures.requests]]);
  family('hub_http_refusals_total', 'counter', 'Refused requests.', [['', figures.refusals]]);
  family('process_resident_memory_bytes', 'gauge', 'Resident memory of the core.', [['', figures.residentBytes]]);
  return `${lines.join('\n')}\n`;
}
