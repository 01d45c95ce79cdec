/** `hub retention run`. It works in the journal directly, whether Hub runs or not; a running core notices what is gone. */
import { setTimeout as pause } from 'node:timers/promises';
import { done } from '../../base/outcome.ts';
import { isClockBelieved } from '../../configuration/believed-time.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import { holdsForDeleting, type RetentionDocuments, readRetention } from '../../configuration/reading/retention-documents.ts';
import { type DocumentFlaw, flawInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { goneRecordsInWords, lostKeyInWords, wouldBeginAnew } from '../../domain/retention/policy-words.ts';
import { activePolicy } from '../../domain/retention/rules.ts';
import { eraseStep } from '../../journal/fragments/erasing.ts';
import type { Journal } from '../../journal/journal.ts';
import { unjudgedCopies } from '../../journal/retention/candidates.ts';
import { areGone, mayContinue, proveEnd } from '../../journal/retention/continue-chain.ts';
import { storeHolds } from '../../journal/retention/holds-in-force.ts';
import { previewRun, type RulePreview, type RunPreview } from '../../journal/retention/preview.ts';
import { proveRecords } from '../../journal/retention/prove-records.ts';
import { goneSince, isStillEnd } from '../../journal/retention/proven-end.ts';
import { readRecorded } from '../../journal/retention/recording.ts';
import { beginRun, type RunFailure, type RunOrder, type RunPlace, runStep, unlessBroken } from '../../journal/retention/run.ts';
import { everybodysTurnMs } from '../../journal/transactions.ts';
import { isAgreed } from '../deleting/agree-to-delete.ts';
import { journalsKept, keptInWords, waitsBelow } from '../deleting/waiting-copies.ts';
import { withJournalAsync } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { size } from '../table.ts';
import { inRunTurn } from './run-turn.ts';

export interface RunOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  /** Without a question. */
  readonly yes?: boolean;
}

/** As much as can be done now; the core does the rest. */
const erasedWithinMs = 2_000;

export async function run(surface: Surface, options: RunOptions): Promise<ExitStatus> {
  const read = readRules(surface);
  if (typeof read === 'number') return read;
  return withJournalAsync(surface, async (journal) => {
    if (options.dryRun) return runNow(surface, journal, options, null);
    // Not while it is this run's turn: an answer takes as long as it takes.
    const agreed = await agreedTo(surface, journal, read, options);
    if (agreed === 'refused') return 1;
    return inRunTurn(surface, () => runNow(surface, journal, options, agreed));
  });
}

/** What was agreed to: what decides which copies are deleted, besides the copies themselves, at what time (Unix time), and which copies: no others are deleted. */
interface Agreed extends Pick<RetentionDocuments, 'policyDigest' | 'holdsDigest'> {
  readonly isBelieved: boolean;
  readonly nowMs: number;
  readonly copies: ReadonlySet<number>;
}

/** What a person at a terminal has agreed to. Null if nobody is asked, as of a program: who wrote the rules has wanted this. */
async function agreedTo(
  surface: Surface,
  journal: Journal,
  read: RetentionDocuments,
  { yes }: RunOptions,
): Promise<Agreed | null | 'refused'> {
  if (yes || !surface.inputIsTerminal) return null;
  storeHolds(journal, () => holdsForDeleting(surface.places));
  const { order, isBelieved } = await orderNow(surface, read);
  const { copies } = await previewed(surface, journal, order);
  const many = { count: copies.size, held: 0, isWhole: true, canUndo: false, yes };
  const isAll = copies.size === 0 || (await isAgreed(surface, many));
  return isAll ? { policyDigest: read.policyDigest, holdsDigest: read.holdsDigest, isBelieved, nowMs: order.nowMs, copies } : 'refused';
}

/**
 * By the documents as they are once it is this run's turn: somebody may have written others meanwhile, which nobody has agreed to. Nor has anybody to what
 * became too old, or too many, since the question.
 */
async function runNow(surface: Surface, journal: Journal, options: RunOptions, agreed: Agreed | null): Promise<ExitStatus> {
  const read = readRules(surface);
  if (typeof read === 'number') return read;
  const { order, isBelieved } = await orderNow(surface, read, agreed?.nowMs);
  if (agreed !== null && !isSame(agreed, { ...read, isBelieved })) return failedBecause(surface, changedWhileAsked(), 'not_confirmed');
  if (!isBelieved)
    surface.complain(`hub: ${say('the clock is more than a week ahead of what it showed last, so nothing counts as too old')}`);
  storeHolds(journal, () => holdsForDeleting(surface.places));
  if (options.dryRun) return preview(surface, journal, order, options);
  if (agreed !== null && !(await previewed(surface, journal, order)).copies.isSubsetOf(agreed.copies))
    return failedBecause(surface, othersThanAgreed(), 'not_confirmed');
  const ran = await runAll(surface, journal, agreed === null ? order : { ...order, only: agreed.copies });
  if (typeof ran === 'string') return failedBecause(surface, failures[ran](), ran.replace('-', '_'));
  const { length, head } = readRecorded(journal)?.anchor ?? { length: 0, head: '' };
  const notIdentified = unjudgedCopies(journal);
  const [waits, aside] = [waitsBelow(surface, journal) > 0, journalsKept(surface)];
  const others = { ...(waits && { waiting: true }), ...(aside.length > 0 && { putAside: aside }) };
  if (options.json) printJson(surface, { ok: true, ...ran, notIdentified, records: length, head, ...others });
  else
    for (const line of [whatWasDone(ran, notIdentified, head), waits ? laterRun() : '', keptInWords(surface)])
      if (line !== '') surface.print(line);
  return 0;
}

function laterRun(): string {
  return say('Copies that are still to be carried over from a damaged journal are left to a later run.');
}

function isSame(one: Omit<Agreed, 'nowMs' | 'copies'>, other: typeof one): boolean {
  return one.policyDigest === other.policyDigest && one.holdsDigest === other.holdsDigest && one.isBelieved === other.isBelieved;
}

function changedWhileAsked(): string {
  return say('the rules or the legal holds have changed while you were asked, so nothing was deleted; run it again: hub retention run');
}

function othersThanAgreed(): string {
  return say('other copies would be deleted by now than you have agreed to, so nothing was deleted; run it again: hub retention run');
}

/** The status of the command if the rules or the holds can't be read. */
function readRules(surface: Surface): RetentionDocuments | ExitStatus {
  const read = readRetention(surface.places);
  if (!read.ok) return holdsBroken(surface, read.detail ?? '', effectiveDocument(surface.places, 'legal-hold').unused?.fault);
  const { unused } = effectiveDocument(surface.places, 'retention-policy');
  return unused === null ? read.value : policyBroken(surface, flawInWords(unused.fault));
}

/** What is to be done now. What is too old at `agedMs` (Unix time) counts as too old; nothing does while the clock is not believed. */
async function orderNow(
  { places }: Surface,
  { policy, ...documents }: RetentionDocuments,
  agedMs?: number,
): Promise<{ readonly order: RunOrder; readonly isBelieved: boolean }> {
  const nowMs = Date.now();
  const isBelieved = await isClockBelieved(places.clock, nowMs);
  const active = activePolicy(policy, isBelieved ? (agedMs ?? nowMs) : null);
  return { order: { folder: places.retention, by: 'command', nowMs, policy: active, rules: policy.rules, ...documents }, isBelieved };
}

/** The status of a command that needs the legal holds, if they can't be read. `flaw`: what is wrong, after the name of the file. */
export function holdsBroken(surface: Surface, flaw: string, fault: DocumentFlaw = { reason: 'unreadable' }): ExitStatus {
  if (fault.reason === 'gone') {
    const mend = mendOf('legal-hold', fault);
    const why = say('legal-hold.json is missing. All holds stay in force, and nothing is deleted until you restore it: {mend}', { mend });
    return failedBecause(surface, why, 'holds_broken');
  }
  return failedBecause(
    surface,
    say('legal-hold.json {flaw}, so it is not known what must stay, and nothing was deleted; fix it: {mend}', {
      flaw,
      mend: mendOf('legal-hold', fault),
    }),
    'holds_broken',
  );
}

/** Hub itself goes on with the last valid rules; who runs them by hand has just written others. */
function policyBroken(surface: Surface, flaw: string): ExitStatus {
  return failedBecause(
    surface,
    say('retention-policy.json {flaw}, so nothing was deleted; fix it: hub config edit retention-policy', { flaw }),
    'policy_broken',
  );
}

const failures: Readonly<Record<RunFailure, () => string>> = {
  'broken-records': () =>
    say('the retention records are not intact, so nothing more is deleted; to see what is wrong: hub retention verify'),
  superseded: () =>
    say(
      'the legal holds have changed meanwhile, or another run has begun, so this one has ended early; what it deleted is recorded; to go on: hub retention run',
    ),
};

interface Ran {
  readonly deleted: number;
  readonly onHold: number;
  /** How many earlier records are gone, if it has begun new ones because of that. */
  readonly recordsGone?: number;
}

async function runAll(surface: Surface, journal: Journal, order: RunOrder): Promise<Ran | RunFailure> {
  const end = unlessBroken(() => done(proveEnd(journal, order.folder)));
  if (!end.ok) return end.reason;
  if (end.value.lostKey !== null) surface.complain(`hub: ${lostKeyInWords(end.value.lostKey)}`);
  const begun = beginRun(journal, order, end.value);
  if (!begun.ok) return begun.reason;
  const lost = goneSince(end.value);
  if (lost > 0) surface.complain(`hub: ${goneRecordsInWords(lost, end.value.gone)}`);
  let [deleted, onHold] = [0, 0];
  for (let place: RunPlace | null = begun.value; place !== null; ) {
    const step = runStep(journal, order, place, Date.now());
    if (!step.ok) {
      surface.showProgress?.('');
      return step.reason;
    }
    deleted += step.value.deleted;
    onHold += step.value.onHold;
    place = step.value.place;
    surface.showProgress?.(say('{count, plural, one {# copy} other {# copies}} deleted so far', { count: deleted }));
    await pause(everybodysTurnMs);
  }
  surface.showProgress?.('');
  const endMs = performance.now() + erasedWithinMs;
  while (deleted > 0 && eraseStep(journal) === 'more' && performance.now() < endMs) await pause(1);
  return { deleted, onHold, ...(lost > 0 && { recordsGone: end.value.gone }) };
}

function leftAlone(count: number): string {
  if (count === 0) return '';
  return say(
    '{count, plural, one {# copy was left alone, because Hub has not identified it yet} other {# copies were left alone, because Hub has not identified them yet}}; run it again later.',
    { count },
  );
}

function whatWasDone({ deleted, onHold }: Ran, notIdentified: number, head: string): string {
  const stay =
    onHold === 0 ? '' : say('{count, plural, one {# copy stays} other {# copies stay}} because of a legal hold.', { count: onHold });
  return [
    say('Deleted {deleted, plural, one {# copy} other {# copies}}. Saved files stay.', { deleted }),
    stay,
    leftAlone(notIdentified),
    say('The head of the records: {head}', { head }),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** What the rules would delete now. */
async function previewed(surface: Surface, journal: Journal, { policy }: RunOrder): Promise<RunPreview> {
  surface.showProgress?.(say('comparing the copies with the rules'));
  const work = previewRun(journal, policy);
  let next = work.next();
  while (!next.done) {
    await pause(0);
    next = work.next();
  }
  surface.showProgress?.('');
  return next.value;
}

async function preview(surface: Surface, journal: Journal, order: RunOrder, { json }: RunOptions): Promise<ExitStatus> {
  const recorded = readRecorded(journal);
  const proven = proveRecords(order.folder);
  // What another run is writing at this moment is no fault.
  if (!mayContinue(recorded, proven) && isStillEnd(journal, { recorded }))
    return failedBecause(surface, failures['broken-records'](), 'broken_records');
  const { rules } = await previewed(surface, journal, order);
  if (areGone(recorded, proven)) surface.complain(`hub: ${wouldBeginAnew()}`);
  const notIdentified = unjudgedCopies(journal);
  if (json) printJson(surface, { ok: true, dryRun: true, rules, notIdentified });
  else for (const line of [...inWords(rules), leftAlone(notIdentified)]) if (line !== '') surface.print(line);
  return 0;
}

function inWords(rules: readonly RulePreview[]): readonly string[] {
  if (rules.length === 0) return [say('The retention policy has no rules, so a run would delete nothing.')];
  const lines = rules.flatMap(({ rule, deleted, bytes, onHold }) => [
    say('{rule}: would delete {deleted, plural, one {# copy} other {# copies}}, {size}', { rule, deleted, size: size(bytes) }),
    ...Object.entries(onHold).map(([hold, count]) =>
      say('{rule}: {count, plural, one {# copy stays} other {# copies stay}} because of the legal hold {hold}', { rule, count, hold }),
    ),
  ]);
  const isAny = rules.some(({ deleted }) => deleted > 0);
  return [...lines, isAny ? say('Nothing was deleted. To delete them: hub retention run') : say('A run would delete nothing now.')];
}
