/** How many inputs a test tries: all of them in `npm test`, and fewer where seconds count (`npm run check`). */

const isQuick = process.env.HUB_TEST_EFFORT === 'quick';

/** This number of runs, or a tenth of it. */
export function runs(full: number): number {
  return isQuick ? Math.ceil(full / 10) : full;
}

/** All of these cases, or every tenth one. */
export function someOf<Case>(cases: readonly Case[]): readonly Case[] {
  return isQuick ? cases.filter((_, index) => index % 10 === 0) : cases;
}
