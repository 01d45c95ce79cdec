/** How many inputs a test tries: all of them in `npm test`, and fewer where seconds count (`npm run check`); and how much work something is. */

const isQuick = process.env.HUB_TEST_EFFORT === 'quick';

/** This number of runs, or a tenth of it. */
export function runs(full: number): number {
  return isQuick ? Math.ceil(full / 10) : full;
}

/** All of these cases, or every tenth one. */
export function someOf<Case>(cases: readonly Case[]): readonly Case[] {
  return isQuick ? cases.filter((_, index) => index % 10 === 0) : cases;
}

const measurings = 3;

/** The processor time of this thread that the work takes, in ms, whatever else the machine does: the least of a few runs. */
export function leastCpuMs(work: () => void): number {
  const costs = Array.from({ length: measurings }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}
