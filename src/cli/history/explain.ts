/** `hub explain`: which rule of the content filter decides about a copy, or would decide about a text. Works with and without a running Hub. */
import os from 'node:os';
import path from 'node:path';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { extensionsOf } from '../../domain/capture/content-filter.ts';
import { type ExplainedRule, explainCopy } from '../../domain/capture/explain.ts';
import { whyFiltered, whyUnread } from '../../domain/capture/why-not-kept.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { isKeepable } from '../../domain/conditions/keepable.ts';
import { identifyContent } from '../../domain/identify-content.ts';
import { say } from '../../domain/language/say.ts';
import { fragmentOutcome } from '../../domain/view/fragment-outcome.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { fragmentNamed } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';

export interface ExplainOptions {
  readonly last?: boolean;
  readonly text?: string;
  readonly app?: string;
  readonly window?: string;
  readonly file?: string;
  readonly json?: boolean;
}

export async function explain(surface: Surface, id: string | undefined, options: ExplainOptions): Promise<ExitStatus> {
  const { text, file, app, window } = options;
  const isAsked = text !== undefined || file !== undefined || app !== undefined || window !== undefined;
  if ((id !== undefined || options.last) && isAsked)
    return wrongUsage(surface, say('explain takes an ID or --last, or what would be copied, not both'));
  if (options.last) return id === undefined ? explainLast(surface, options) : wrongUsage(surface, say('use an ID or --last, not both'));
  if (id !== undefined) return explainFragment(surface, id, options);
  if (!isAsked)
    return wrongUsage(
      surface,
      say(
        'nothing to explain; name a copy (hub explain 12, hub explain --last), or a text (hub explain --text TEXT, or - for standard input)',
      ),
    );
  const given = text === '-' ? new TextDecoder().decode(await surface.readInput()) : (text ?? null);
  const found = given === null ? null : await identifyContent(Buffer.from(given), {});
  const extensions = found === null ? [] : [found.detection?.extension ?? '', ...extensionsOf(found.embeddedFilename ?? '')];
  const { value, unused } = effectiveDocument(surface.places, 'content-filter');
  if (unused?.instead === 'no-capture')
    return failedBecause(surface, say('nothing is captured: {why}', { why: documentCondition([unused]) ?? '' }));
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  const filter = contentFilterDocument.parse(value);
  // Not said is not unknown: without an application, the others are asked.
  const asked = app === undefined ? { ...filter, excluded_app_names: [] } : filter;
  const rules = explainCopy(
    {
      app: { name: app ?? null, executable: null, pid: null, windowTitle: window ?? null },
      text: given,
      mediaType: 'text/plain',
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
  for (const line of formatTable(['', say('RULE'), say('VERDICT'), say('BECAUSE')], rows)) surface.print(line);
  surface.print('');
  surface.print(decisive === undefined ? say('It would be kept.') : say('It would not be kept: {because}.', { because: decisive.because }));
}

/** A copy in the journal: its outcome, and the rule that it is due to. */
function explainFragment(surface: Surface, id: string, options: ExplainOptions): ExitStatus {
  return withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null)
      return failedBecause(surface, say('there is no copy {id}; run "hub history" to see the IDs', { id: oneLine(id, 20) }), 'not_found');
    return printFragment(surface, fragment, options);
  });
}

function mendOf(id: number, origin: JournalFragment['origin']): string {
  if (origin === 'web') return say('To keep such saves from the browser: hub keep {id} --always; then save it there again', { id });
  return say('To keep it anyway, while it is on the clipboard: hub keep {id}', { id });
}

function printFragment(surface: Surface, { id, origin, state, reason, savedPath }: JournalFragment, options: ExplainOptions): ExitStatus {
  const { text } = fragmentOutcome({ state, reason, savedPath }, { workspacePath: '', userHome: os.homedir(), minTextChars: null });
  const decidedBy = whyFiltered(reason)?.rule ?? null;
  if (options.json) printJson(surface, { id: String(id), state, reason, decidedBy, text });
  else {
    surface.print(decidedBy === null ? `${text}` : say('{text} ({rule} in content-filter.json)', { text, rule: decidedBy }));
    if (state === 'filtered') surface.print(mendOf(id, origin));
  }
  return 0;
}

/** What was copied last, whether or not it is in the journal. */
function explainLast(surface: Surface, options: ExplainOptions): ExitStatus {
  return withJournal(surface, (journal) => {
    const { fragments, absence } = readPresent(journal);
    const why = whyUnread(absence);
    if (why !== null) {
      const decidedBy = why.rule;
      const text = say('not kept: {because}', { because: why.because });
      if (options.json) printJson(surface, { id: null, state: null, reason: absence, decidedBy, text });
      else {
        surface.print(decidedBy === null ? text : say('{text} ({rule} in content-filter.json)', { text, rule: decidedBy }));
        if (isKeepable(absence)) surface.print(say('To keep it anyway, while it is on the clipboard: hub keep'));
      }
      return 0;
    }
    // The clipboard was cleared, or has something that Hub put there.
    const last = mainOf(fragments) ?? listFragments(journal, { limit: 1 })[0];
    if (last === undefined) return failedBecause(surface, say('nothing has been copied yet'), 'not_found');
    if (!options.json) surface.print(say('Copy {id}:', { id: last.id }));
    return printFragment(surface, last, options);
  });
}

function mainOf(fragments: readonly JournalFragment[]): JournalFragment | undefined {
  return fragments.find(({ state }) => state !== 'filtered') ?? fragments[0];
}
