/** Runs checks side by side. Each has its own deadline, and one that hangs, rejects or throws is itself a finding, so that it never hides the others. */
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode, errorOrigin } from '../../base/log.ts';
import { say } from '../../domain/language/say.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, note, type OwnFinding, toldBy } from './check.ts';

export interface CheckResult {
  readonly check: Check;
  readonly findings: readonly CheckFinding[];
}

const usualWithinMs = 5_000;
const displayId = 'display';

/** The findings of each check, in order. Never rejects. `mostMs` is a limit for all of them. */
export async function runChecks(
  checks: readonly Check[],
  facts: CheckFacts,
  mostMs = Number.POSITIVE_INFINITY,
): Promise<readonly CheckResult[]> {
  const found = await Promise.all(checks.map(async (check) => ({ check, findings: await findingsOf(check, facts, mostMs) })));
  const failing = new Set(found.filter(({ findings }) => findings.some(isFailure)).map(({ check }) => check.id));
  return found.map(({ check, findings: own }) => {
    const findings = own.map((finding) => settled(finding, failing));
    if (findings.some(isFailure)) failing.add(check.id);
    return { check, findings };
  });
}

function isFailure({ verdict }: CheckFinding): boolean {
  return verdict === 'failure';
}

function settled({ failsIn, ...finding }: OwnFinding, failing: ReadonlySet<string>): CheckFinding {
  return failsIn === undefined || failsIn.some((id) => failing.has(id)) ? finding : { ...finding, verdict: 'failure' };
}

async function findingsOf(check: Check, facts: CheckFacts, mostMs: number): Promise<readonly OwnFinding[]> {
  const withinMs = Math.min(check.withinMs ?? usualWithinMs, mostMs);
  try {
    const found = await within(
      withinMs,
      Promise.resolve().then(() => check.run(facts)),
    );
    return found === tooLate ? [hung(check, withinMs, facts.env)] : found;
  } catch (error) {
    return [broken(error)];
  }
}

function hung({ id, asksDisplay }: Check, withinMs: number, env: CheckFacts['env']): OwnFinding {
  const seconds = withinMs / 1_000;
  if (asksDisplay?.(env)) {
    const says = say('no answer within {seconds} s: the display does not respond', { seconds });
    const mend = say('wait until it responds, end the program that holds it, or log out and in again');
    return id === displayId ? failure('no-answer', says, mend) : toldBy([displayId], 'no-answer', says, mend);
  }
  return failure(
    'no-answer',
    say('no answer within {seconds} s: a disk or a program does not respond', { seconds }),
    say('check whether a network drive is disconnected, then run again: hub doctor'),
  );
}

function broken(error: unknown): CheckFinding {
  return failure(
    'broken',
    say('could not be checked: {code}, {origin}', { code: errorCode(error), origin: errorOrigin(error) }),
    say('please report it, with a bundle: hub support-bundle'),
  );
}

/** For who named them: those that have found nothing say why. */
export function withSkipped(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.map(({ check, findings }) => ({ check, findings: findings.length > 0 ? findings : [skipped(check)] }));
}

function skipped({ needs }: Check): CheckFinding {
  if (needs === 'display') return note('skipped', say('skipped: there is no display here'));
  if (needs === 'hub') return note('skipped', say('skipped: no Hub is running that answers'));
  if (needs === 'run-mark') return note('skipped', say('skipped: on Windows, Hub cannot tell a crash from a shutdown of the computer'));
  return note('skipped', say('skipped: there is nothing to check here'));
}
