/**
 * The words of the contract that the command line lists. Separate from their schemas, so that a command which needs none of those does not load zod: that takes as long as
 * Node's own start.
 */

/** What `hub action` can ask for (`action-verbs.ts`). */
export const actionVerbs = [
  'restore',
  'toggle',
  'open-picker',
  'extract-clipboard-text',
  'send-to-chat',
  'open-workspace',
  'open-logs',
  'open-settings',
  'save-now',
  'pause-capture',
  'pause-for-an-hour',
  'ignore-next-copy',
  'private-mode',
  'resume-capture',
  'cycle-top-panel',
  'quick-settings-chat',
  'quick-settings-structured-text',
  'quick-settings-text-extraction',
  'exit',
] as const;
export type ActionVerb = (typeof actionVerbs)[number];

/** The supervisor, and the components that it starts. */
export const componentIds = ['supervisor', 'python_core', 'save_worker', 'settings_host', 'web_listener', 'clipboard', 'hub'] as const;
export type ComponentId = (typeof componentIds)[number];

/** The configuration documents (`documents.ts`). */
// biome-ignore format: a list
export const documentNames = [
  'hub', 'content-filter', 'cache', 'workspaces', 'commands', 'retention-policy', 'legal-hold', 'text-extraction', 'structured-text', 'chat-routing', 'python-core-logging',
] as const;
export type DocumentName = (typeof documentNames)[number];

/** `minimal`: what runs, and on what. `standard`: also the logs and figures. `full`: also all of the logs that are kept, and the digests of the program. */
export const supportPresets = ['minimal', 'standard', 'full'] as const;

/** What `hub structure` finds. */
export const structureKinds = ['tables', 'key-values', 'lists', 'code', 'links', 'addresses', 'dates', 'amounts'] as const;
export type StructureKind = (typeof structureKinds)[number];

/** How it prints that. */
export const structureForms = ['markdown', 'csv', 'tsv', 'json'] as const;
export type StructureForm = (typeof structureForms)[number];

/** The languages that Hub speaks, as BCP 47 tags. English has no catalogue: its texts are in the code. */
export const languages = ['en', 'de', 'zh-CN'] as const;
export type Language = (typeof languages)[number];
