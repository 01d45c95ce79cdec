/**
 * Hub's reasons why a save has no file, in the language of the browser, which may not be Hub's. They are those of `fragmentReasons` (`src/contract/journal.ts`) that what comes
 * from a page can have; any other one is told in Hub's own words.
 */
import { text } from '../text.ts';

const reasons: Readonly<Record<string, () => string>> = {
  excluded_extension: () => text('whyExcludedExtension'),
  policy_off: () => text('whyPolicyOff'),
  no_document: () => text('whyNoDocument'),
  too_short: () => text('whyTooShort'),
  untyped: () => text('whyUntyped'),
  path_too_long: () => text('whyPathTooLong'),
  outside_workspace: () => text('whyOutsideWorkspace'),
  disk_full: () => text('whyDiskFull'),
  no_permission: () => text('whyNoPermission'),
  missing_directory: () => text('whyMissingDirectory'),
  busy: () => text('whyBusy'),
  io_error: () => text('whyDiskError'),
  content_damaged: () => text('whyContentDamaged'),
  unjudgeable: () => text('whyUnjudgeable'),
  too_many: () => text('whyTooMany'),
};

const secret = 'secret_';

/** Null: none that has a sentence here. */
export function reasonInWords(reason: string): string | null {
  // The kind is called as Hub's settings list it.
  if (reason.startsWith(secret)) return text('whySecretOf', reason.slice(secret.length));
  return Object.hasOwn(reasons, reason) ? (reasons[reason]?.() ?? null) : null;
}
