/** `hub doctor`: looks at everything that Hub needs, and says what to do about each thing that is wrong. It changes nothing, and works without a running Hub. */
import { askStatus } from '../../client/ask-pipes.ts';
import type { Verdict } from '../../diagnostics/doctor/check.ts';
import { checks, chosenChecks } from '../../diagnostics/doctor/checks.ts';
import { type CheckResult, runChecks, withSkipped } from '../../diagnostics/doctor/run-checks.ts';
import { say } from '../../domain/language/say.ts';
import { withGuess } from '../did-you-mean.ts';
import { type ExitStatus, printJson, type Surface, wrongUsage } from '../surface.ts';
import { displayWidth, oneLine, padded } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';

const statusWithinMs = 2_000;

const verdicts: Readonly<Record<Verdict, () => string>> = {
  ok: () => say('ok'),
  note: () => say('note'),
  failure: () => say('FAIL'),
};
/** Green, yellow, red (ECMA-48). */
const colours: Readonly<Record<Verdict, string>> = { ok: '32', note: '33', failure: '31' };

/** `ids`: only these checks. Status 1 if something is wrong. */
export async function doctor(surface: Surface, ids: readonly string[], { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  surface.statusCounts?.();
  const known = checks.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    const sentence = say('unknown check {id}; choose from {known}', { id: `'${oneLine(unknown, 40)}'`, known: known.join(', ') });
    return wrongUsage(surface, withGuess(sentence, unknown, known));
  }
  const { places, env } = surface;
  const status = await askStatus(places, { timeoutMs: statusWithinMs });
  const found = await runChecks(chosenChecks(ids), { places, env, status, nowMs: Date.now() });
  const results = ids.length === 0 ? found : withSkipped(found);
  const failures = countOf(results, 'failure');
  if (json)
    printJson(surface, {
      ok: failures === 0,
      checks: results.map(({ check, findings }) => ({ id: check.id, title: check.title(), findings })),
    });
  else for (const line of linesOf(results, surface)) surface.print(line);
  return failures === 0 ? 0 : 1;
}

function countOf(results: readonly CheckResult[], verdict: Verdict): number {
  return results.flatMap(({ findings }) => findings).filter((finding) => finding.verdict === verdict).length;
}

function linesOf(results: readonly CheckResult[], { terminal, env }: Surface): readonly string[] {
  const colour = (verdict: Verdict, text: string): string => (terminal && !env.NO_COLOR ? `\x1b[${colours[verdict]}m${text}\x1b[0m` : text);
  const words = Object.values(verdicts).map((word) => word());
  const [verdictWidth, titleWidth] = [words, results.map(({ check }) => check.title())].map((texts) =>
    Math.max(...texts.map(displayWidth)),
  ) as [number, number];
  const lines = results.flatMap(({ check, findings }) =>
    findings.flatMap(({ verdict, says, mend }, index) => [
      `${colour(verdict, padded(verdicts[verdict](), verdictWidth))}  ${padded(index === 0 ? check.title() : '', titleWidth)}  ${visibleText(says)}`,
      ...(mend === undefined ? [] : [`${' '.repeat(verdictWidth + titleWidth + 4)}→ ${visibleText(mend)}`]),
    ]),
  );
  const [wrong, notes] = [countOf(results, 'failure'), countOf(results, 'note')];
  return [
    ...lines,
    '',
    wrong === 0
      ? say('Nothing is wrong{notes, plural, =0 {} one {; there is one note} other {; there are # notes}}.', { notes })
      : say('{wrong, plural, one {One thing is} other {# things are}} wrong.', { wrong }),
  ];
}
