/** Changes a setting of the documents, and offers to undo that. The settings host is the only one that writes them. */
import { setTimeout as pause } from 'node:timers/promises';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { askDocument, askSetDocument, type SettingsFailure } from '../../../client/ask-pipes.ts';
import { type DocumentName, documents } from '../../../contract/documents.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import { type SettingPatch, settingOf, settingPatch, whyNotValid } from '../../../domain/view/settings/setting-patch.ts';
import type { Places } from '../../../platform/locations.ts';
import type { Shell } from '../shell.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Shell;
}

const time = { timeoutMs: 6_000 } as const;
/** Somebody else who edits the document at the same moment is handled by starting over. */
const mostTries = 5;
const againAfterMs = 20;

export async function changeSetting(parts: Parts, { id, change }: Extract<PageCommand, { kind: 'change-setting' }>): Promise<void> {
  const setting = settingOf(id);
  if (setting === null) return;
  const { document, title } = setting;
  const changed = await patchDocument(parts.places, document, (value) => settingPatch(setting, change, value));
  if (!changed.ok) return parts.shell.notify('error', whyNotChanged(title, document, changed.reason, changed.detail));
  const patch = changed.value;
  if (patch === null) return;
  const notice = (): string => say('{title}: changed', { title: settingOf(id)?.title ?? title });
  parts.shell.notify('success', notice, async () => {
    const undone = await patchDocument(parts.places, document, (value) => ({ patch: patch.undo(value) }));
    if (!undone.ok) parts.shell.notify('error', whyNotChanged(title, document, undone.reason, undone.detail));
  });
}

/** Resolves with the patch that was applied, or null if nothing had to be changed. */
export async function patchDocument<Patch extends Pick<SettingPatch, 'patch'>>(
  places: Places,
  document: DocumentName,
  patchOf: (value: Readonly<Record<string, unknown>>) => Patch | null,
): Promise<Outcome<Patch | null, SettingsFailure>> {
  for (let tries = 1; ; tries += 1) {
    const read = await askDocument(places, document, time);
    // The value in force is not what the file says, so nothing can be changed in it.
    if (!read.ok) return read.reason === 'not_valid' ? failed('document_broken', read.detail ?? '') : read;
    const patch = patchOf(read.value.value);
    if (patch === null) return done(null);
    const set = await askSetDocument(places, document, { value: patch.patch, revision: read.value.revision }, time);
    if (set.ok) return done(patch);
    if (set.reason !== 'stale' || tries === mostTries) return set;
    await pause(againAfterMs);
  }
}

/** The detail of a refusal names a field, or a line of the document, and quotes nothing. */
export function whyNotChanged(title: string, document: DocumentName, reason: SettingsFailure, detail = ''): string {
  if (reason === 'not_valid') return say('{title} was not changed. {why}', { title, why: whyNotValid(detail) });
  if (reason === 'document_broken') return say('{title} was not changed: {why}', { title, why: sayHeard(detail) });
  const { file } = documents[document];
  if (reason === 'failed') return say('{title} was not changed: {file} cannot be written to', { title, file });
  return say('{title} was not changed: the settings host did not answer; see Diagnostics', { title });
}
