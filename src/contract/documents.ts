/**
 * The configuration documents (§2.1–2.4) with their defaults. Unknown keys are kept and ignored (§9.1), so every object is loose. `documents` is the
 * table of all of them: the path of each under the home, and its schema.
 */
import * as z from 'zod';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day as HH:MM');
const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);

/** §2.1. `idle_after` is in minutes. */
const indexRefresh = z.looseObject({
  mode: z.enum(['daily', 'weekly']).default('daily'),
  on_startup: z.boolean().default(false),
  on_startup_only_if_exists: z.boolean().default(true),
  daily_time: timeOfDay.default('03:00'),
  every_n_days: z.int().min(1).max(365).default(1),
  weekly_days: z.array(weekday).max(7).default(['sun']),
  idle_after: z.int().min(0).max(1_440).default(10),
});

/** What is saved into the WorkSpace: everything that is worth a file, only what has a type, or nothing. */
const save = z.looseObject({
  policy: z.enum(['all', 'typed', 'off']).default('all'),
  min_text_chars: z.int().min(0).max(1_000_000).default(16),
});
export type SaveRules = z.infer<typeof save>;

/** How much disk space the journal and its blobs may take; null: 20 GB, or a quarter of a smaller disk. */
const journal = z.looseObject({ max_megabytes: z.int().min(100).max(100_000_000).nullable().default(null) });

export const hubDocument = z.looseObject({
  language: z.string().max(35).default('en'),
  enable_filesystem_watcher: z.boolean().default(true),
  index_refresh: indexRefresh.prefault({}),
  save: save.prefault({}),
  journal: journal.prefault({}),
});
export type HubDocument = z.infer<typeof hubDocument>;

const entries = z.array(z.string().max(260)).max(10_000).default([]);
const dottedExtension = z
  .string()
  .max(64)
  .regex(/^\.[^./\\*?]+(\.[^./\\*?]+)*$/, 'an extension with its leading dot');

/** §2.2. */
export const contentFilterDocument = z.looseObject({
  excluded_app_names: entries,
  blacklisted_window_keywords: entries,
  excluded_dirs: entries,
  excluded_extensions: z.array(dottedExtension).max(10_000).default([]),
});
export type ContentFilter = z.infer<typeof contentFilterDocument>;

/** §2.3. Entries, not bytes. */
export const cacheDocument = z.looseObject({
  max_detection_cache: z.int().min(0).max(100_000).default(100),
  max_file_cache: z.int().min(0).max(100_000).default(50),
});
export type CacheDocument = z.infer<typeof cacheDocument>;

const workspacePath = z
  .string()
  .max(4_096)
  .regex(/^(?:~$|~[\\/]|\/|[A-Za-z]:[\\/]|\\\\)[^\p{Control}]*$/u, 'an absolute path, or one that starts with ~');

/** The WorkSpace catalog and the active selection. */
export const workspacesDocument = z.looseObject({
  workspaces: z
    .array(z.looseObject({ id: z.string().min(1).max(64), name: z.string().max(200), path: workspacePath }))
    .max(1_000)
    .default([]),
  activeId: z.string().max(64).nullable().default(null),
});
export type WorkspacesDocument = z.infer<typeof workspacesDocument>;

/** §2.4. */
export const loggingDocument = z.looseObject({ level: z.enum(['DEBUG', 'INFO', 'WARN', 'WARNING', 'ERROR', 'CRITICAL']).default('INFO') });
export type LoggingDocument = z.infer<typeof loggingDocument>;

export const documents = {
  hub: { file: 'config/hub.json', schema: hubDocument },
  'content-filter': { file: 'config/content-filter.json', schema: contentFilterDocument },
  cache: { file: 'config/cache.json', schema: cacheDocument },
  workspaces: { file: 'config/workspaces.json', schema: workspacesDocument },
  'python-core-logging': { file: 'python_core/config/python-core-logging.json', schema: loggingDocument },
} as const;
export type DocumentName = keyof typeof documents;
export type DocumentValue<Name extends DocumentName> = z.infer<(typeof documents)[Name]['schema']>;
