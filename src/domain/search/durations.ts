/** Lengths of time as people write them: `30s`, `5m`, `1h30m`, `2 days`, `1week`. One parser for the command line and for searches. Pure. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** From the longest one. `m` is a minute: a month is `mo`. */
const units: readonly (readonly [ms: number, words: readonly string[]])[] = [
  [365 * dayMs, ['y', 'year', 'years']],
  [30 * dayMs, ['mo', 'month', 'months']],
  [7 * dayMs, ['w', 'week', 'weeks']],
  [dayMs, ['d', 'day', 'days']],
  [hourMs, ['h', 'hr', 'hrs', 'hour', 'hours']],
  [60_000, ['m', 'min', 'mins', 'minute', 'minutes']],
  [1_000, ['s', 'sec', 'secs', 'second', 'seconds']],
];

/** In ms; null for anything else. The units go from the longer one to the shorter one, each once. */
export function durationMs(text: string): number | null {
  const lower = text.toLowerCase();
  if (!/^(?:\d{1,6} ?[a-z]+ ?)+$/.test(`${lower} `)) return null;
  let [sum, before] = [0, -1];
  const part = /(\d{1,6}) ?([a-z]+) ?/y;
  for (let found = part.exec(lower); found !== null; found = part.exec(lower)) {
    const [, count, word = ''] = found;
    const unit = units.findIndex(([, words]) => words.includes(word));
    if (unit <= before) return null;
    sum += Number(count) * (units[unit]?.[0] ?? 0);
    before = unit;
  }
  return sum;
}
