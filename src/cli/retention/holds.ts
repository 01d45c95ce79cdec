/** `hub retention hold add`, `list` and `remove`. */

import { done, failed } from '../../base/outcome.ts';
import { changeDocument } from '../../configuration/change-document.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import type { LegalHold } from '../../contract/documents/legal-hold.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { holdInWords } from '../../domain/retention/policy-words.ts';
import { refused } from '../configuration/change-settings.ts';
import { isNumber, notANumber } from '../history/fragment-ids.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';

export interface HoldOptions {
  readonly json?: boolean;
  readonly copy?: readonly string[];
  readonly from?: string;
  readonly until?: string;
  readonly app?: string;
  readonly query?: string;
  readonly note?: string;
}

export async function addHold(surface: Surface, id: string, options: HoldOptions): Promise<ExitStatus> {
  const { copy = [], from, until, app, query, note } = options;
  if (!copy.every(isNumber)) return notANumber(surface);
  if (copy.length === 0 && [from, until, app, query].every((each) => each === undefined))
    return wrongUsage(surface, say('say which copies: --copy, --from, --until, --app or --query'));
  const hold = {
    id,
    ...(note !== undefined && { note }),
    ...(copy.length > 0 && { copies: copy.map(Number) }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(app !== undefined && { application: app }),
    ...(query !== undefined && { query }),
  };
  const changed = await changeDocument(surface.places, 'legal-hold', ({ raw, value }) =>
    value.holds.some((each) => each.id === id)
      ? failed('not_valid', say('there is a legal hold {id} already', { id }))
      : done({ ...raw, holds: [...entriesOf(raw), hold] }),
  );
  if (!changed.ok) return refused(surface, changed);
  if (options.json) printJson(surface, { ok: true, id });
  else
    surface.print(visibleText(say('The legal hold {id} is in force: what it is about is not deleted, also when it comes later.', { id })));
  return 0;
}

export async function removeHold(surface: Surface, id: string, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const changed = await changeDocument(surface.places, 'legal-hold', ({ raw, value }) =>
    value.holds.some((each) => each.id === id)
      ? done({ ...raw, holds: entriesOf(raw).filter((each) => each.id !== id) })
      : failed('not_valid', say('there is no legal hold {id}; for the list: hub retention hold list', { id })),
  );
  if (!changed.ok) return refused(surface, changed);
  if (json) printJson(surface, { ok: true, id });
  else surface.print(visibleText(say('The legal hold {id} has ended.', { id })));
  return 0;
}

/** As they are written, with keys that Hub does not know. */
function entriesOf({ holds }: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(holds) ? holds : [];
}

/** Also those of a document that is not valid: the last valid ones. */
export function listHolds(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  const { value, unused } = effectiveDocument(surface.places, 'legal-hold');
  if (unused !== null)
    failedBecause(
      surface,
      say('legal-hold.json {flaw}; these are the last valid holds. Fix it: hub config edit legal-hold', {
        flaw: flawInWords(unused.fault),
      }),
      'holds_broken',
    );
  if (json) printJson(surface, { ok: unused === null, holds: value.holds });
  else if (value.holds.length === 0) surface.print(say('There are no legal holds.'));
  else for (const line of table(value.holds)) surface.print(visibleText(line));
  return unused === null ? 0 : 1;
}

const widestCell = 60;

function table(holds: readonly LegalHold[]): readonly string[] {
  return formatTable(
    [say('HOLD'), say('COPIES'), say('NOTE')],
    holds.map((hold) => [hold.id, oneLine(holdInWords(hold), widestCell), oneLine(hold.note, widestCell)]),
  );
}
