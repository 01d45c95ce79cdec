/** `hub explain`: which rule of the content filter decides about a copy, or would decide about a text. Works with and without a running Hub. */
import os from 'node:os';
import path from 'node:path';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { extensionsOf } from '../../domain/capture/content-filter.ts';
import { type ExplainedRule, explainCopy, explainReason } from '../../domain/capture/explain.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { identifyContent } from '../../domain/identify-content.ts';
import { fragmentOutcome } from '../../domain/view/fragment-outcome.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { fragmentNamed } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';

export interface ExplainOptions {
  readonly text?: string;
  readonly app?: string;
  readonly window?: string;
  readonly file?: string;
  readonly json?: boolean;
}

export async function explain(surface: Surface, id: string | undefined, options: ExplainOptions): Promise<ExitStatus> {
  const { text, file, app, window } = options;
  const isAsked = text !== undefined || file !== undefined || app !== undefined || window !== undefined;
  if (id !== undefined && isAsked) return wrongUsage(surface, 'explain takes an ID, or what would be copied, not both');
  if (id !== undefined) return explainFragment(surface, id, options);
  if (!isAsked)
    return wrongUsage(
      surface,
      'nothing to explain; name a copy (hub explain 12), or a text (hub explain --text TEXT, or - for standard input)',
    );
  const given = text === '-' ? new TextDecoder().decode(await surface.readInput()) : (text ?? null);
  const found = given === null ? null : await identifyContent(Buffer.from(given), {});
  const extensions = found === null ? [] : [found.detection?.extension ?? '', ...extensionsOf(found.embeddedFilename ?? '')];
  const { value, unused } = effectiveDocument(surface.places, 'content-filter');
  if (unused?.instead === 'no-capture') return failedBecause(surface, `nothing is captured: ${documentCondition([unused])}`);
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  const filter = contentFilterDocument.parse(value);
  // Not said is not unknown: without an application, the others are asked.
  const asked = app === undefined ? { ...filter, excluded_app_names: [] } : filter;
  const rules = explainCopy(
    {
      app: { name: app ?? null, executable: null, pid: null, windowTitle: window ?? null },
      text: given,
      paths: file === undefined ? [] : [path.resolve(file)],
      extensions: extensions.filter((extension) => extension !== ''),
      userHome: os.homedir(),
    },
    asked,
  );
  const decisive = rules.find(({ verdict }) => verdict === 'decides');
  if (options.json) printJson(surface, { kept: decisive === undefined, decidedBy: decisive?.rule ?? null, rules });
  else printRules(surface, rules, decisive);
  return 0;
}

function printRules(surface: Surface, rules: readonly ExplainedRule[], decisive: ExplainedRule | undefined): void {
  const rows = rules.map(({ rule, verdict, because }) => [verdict === 'decides' ? '>' : ' ', rule, verdict, because]);
  for (const line of formatTable(['', 'RULE', 'VERDICT', 'BECAUSE'], rows)) surface.print(line);
  surface.print('');
  surface.print(decisive === undefined ? 'It would be kept.' : `It would not be kept: ${decisive.because}.`);
}

/** A copy in the journal: its outcome, and the rule that it is due to. */
function explainFragment(surface: Surface, id: string, options: ExplainOptions): ExitStatus {
  return withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null) return failedBecause(surface, `there is no copy ${oneLine(id, 20)}; for the IDs: hub history`, 'not_found');
    const { state, reason, savedPath } = fragment;
    const context = { workspacePath: '', userHome: os.homedir(), minTextChars: null };
    const { text } = fragmentOutcome({ state, reason, savedPath }, context);
    const decidedBy = explainReason(reason);
    if (options.json) printJson(surface, { id, state, reason, decidedBy, text });
    else surface.print(decidedBy === null ? `${text}` : `${text} (${decidedBy} in content-filter.json)`);
    return 0;
  });
}
