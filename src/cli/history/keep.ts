/** `hub keep [ID]`: keeps a copy that the content filter did not keep, as long as it is on the clipboard; or from now on, all such copies. */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { type WhyNotKept, wasNotKept, whyFiltered } from '../../domain/capture/why-not-kept.ts';
import { secretInWords } from '../../domain/secrets/secret-in-words.ts';
import { changeSettings, refused } from '../configuration/change-settings.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { notDone, withBridge } from '../with-bridge.ts';
import { fragmentNamed, isNumber, noSuchFragment, notANumber } from './fragment-ids.ts';
import { withJournalAsync } from './journal-access.ts';

export interface KeepOptions {
  /** Also except the family of its secret from the content filter. */
  readonly always?: boolean;
  readonly json?: boolean;
}

export async function keep(surface: Surface, id: string | undefined, options: KeepOptions): Promise<ExitStatus> {
  if (id === undefined && options.always) return wrongUsage(surface, '--always needs the ID of a copy that was not kept');
  if (id === undefined) return keepNow(surface, id, options);
  if (!isNumber(id)) return notANumber(surface);
  return withJournalAsync(surface, async (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null) return noSuchFragment(surface, id);
    if (fragment.state !== 'filtered') return failedBecause(surface, `copy ${id} is in the history already`, 'not_kept');
    const why = whyFiltered(fragment.reason);
    return options.always ? keepAlways(surface, id, why, options) : keepNow(surface, id, options, mendOf(id, why));
  });
}

async function keepNow(surface: Surface, id: string | undefined, { json }: KeepOptions, mend = ''): Promise<ExitStatus> {
  const asked = await withBridge(surface.places, (bridge) => bridge.keep(id));
  if (asked.kind === 'refused' && asked.status === 410) return failedBecause(surface, `${inSentence(asked.detail)}${mend}`, asked.word);
  if (asked.kind !== 'answer') return notDone(surface, asked);
  if (json) printJson(surface, asked.value);
  else surface.print(`Kept as copy ${asked.value.id}.`);
  return 0;
}

/** What keeps such copies from now on. */
function mendOf(id: string, why: WhyNotKept | null): string {
  if (why === null) return '';
  if (why.family === null) return `; to keep such copies, change ${why.rule} in content-filter.json`;
  return `; to keep ${inPlural(why.family)} from now on: hub keep ${id} --always`;
}

function inPlural(family: NonNullable<WhyNotKept['family']>): string {
  return `copies that look like ${secretInWords(family)}`;
}

async function keepAlways(surface: Surface, id: string, why: WhyNotKept | null, options: KeepOptions): Promise<ExitStatus> {
  if (why?.family == null)
    return failedBecause(surface, `copy ${id} ${wasNotKept(null)}${mendOf(id, why)}: hub config edit content-filter`, 'not_kept');
  const { family } = why;
  const { allowed_secrets: allowed } = contentFilterDocument.parse(effectiveDocument(surface.places, 'content-filter').value);
  const value = { allowed_secrets: [...new Set([...allowed, family])] };
  const changed = await changeSettings(surface.places, { op: 'set', document: 'content-filter', value });
  if (!changed.ok) return refused(surface, changed, { document_broken: 'to fix it: hub config edit content-filter' });
  const now = await withBridge(surface.places, (bridge) => bridge.keep(id));
  const kept = now.kind === 'answer' ? now.value.id : null;
  if (options.json) printJson(surface, { ok: true, allowed: family, id: kept });
  else {
    surface.print(`From now on, ${inPlural(family)} are kept (allowed_secrets in content-filter.json has ${family}).`);
    surface.print(
      kept === null ? `Copy ${id} itself is gone; copy it again.` : `Copy ${id} was still on the clipboard, and is kept as copy ${kept}.`,
    );
  }
  return 0;
}

/** A sentence as a part of one. */
function inSentence(detail: string): string {
  return `${detail.slice(0, 1).toLowerCase()}${detail.slice(1)}`.replace(/\.$/, '');
}
