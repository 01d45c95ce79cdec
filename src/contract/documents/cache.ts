/** `config/cache.json`: how much the core remembers (§2.3). Entries, not bytes. */
import * as z from 'zod';

const entries = z.int().min(0).max(100_000);

export const cacheDocument = z.looseObject({
  max_detection_cache: entries.default(100).describe('How many results of detection the core caches, for contents. 0 turns the cache off.'),
  max_file_cache: entries.default(50).describe('The same for copied files.'),
});
export type CacheDocument = z.infer<typeof cacheDocument>;
