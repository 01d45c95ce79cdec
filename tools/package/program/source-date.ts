/** The time that everything in a package has, so that the same commit gives the same bytes (https://reproducible-builds.org/specs/source-date-epoch/). */
import { execFileSync } from 'node:child_process';

/** Seconds since 1970: `SOURCE_DATE_EPOCH` if it is set, else the time of the last commit of this checkout. */
export function sourceDate(root: string, env: Readonly<Record<string, string | undefined>>): number {
  const given = env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d{1,12}$/.test(given)) return Number(given);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}
