/**
 * Proves that a backtracking matcher takes time in proportion to the text for a regular expression, whatever the text. The number of ways through an
 * automaton for a text bounds the matcher's steps. It grows faster than the text only if there is one of two patterns of cycles (Weber and Seidl 1991,
 * "On the degree of ambiguity of finite automata"):
 *
 * - the same text can go around one cycle in two ways: exponential;
 * - the same text can go around each of two cycles, and from the first to the second: quadratic or worse. The search for the place where a match begins
 *   counts as a first cycle: `\s+$` takes time quadratic in the number of blanks.
 *
 * An expression that is called linear is linear. Another one may be linear too, because the automaton has more ways than the matcher (`positions.ts`).
 */
import { type Characters, type Positions, positionsOf, Unprovable } from './positions.ts';
import { strongComponents } from './strong-components.ts';

/** Maximum steps of a proof; beyond that the expression counts as unproven. */
const mostSteps = 3_000_000;

/** Why the time cannot be proven to be linear; null if it can. */
export function whyNotLinear(source: string, flags: string): string | null {
  try {
    const meets = meeting();
    const positions = positionsOf(source, flags);
    const loops = loopsOf(positions);
    if (isExponential(positions, loops, meets)) return 'exponential: a text can go around a cycle in two ways';
    return isSquare(positions, loops, meets) ? 'quadratic or worse: a text can leave a cycle for a later one at each turn' : null;
  } catch (error) {
    if (error instanceof Unprovable) return `it cannot be analysed: ${error.message}`;
    throw error;
  }
}

/** The number of the cycle that contains a position; none if it is on no cycle. */
type Loops = ReadonlyMap<number, number>;

function loopsOf({ next }: Positions): Loops {
  const parts = strongComponents(next.keys(), (at) => next[at]?.keys() ?? []);
  const sizes = new Map<number, number>();
  for (const part of parts.values()) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  return new Map([...parts].filter(([at, part]) => (sizes.get(part) ?? 0) > 1 || next[at]?.has(at)));
}

/** Whether some character is in all of these sets. Results are cached, because the same few sets occur again and again. */
type Meets = (...sets: readonly (Characters | undefined)[]) => boolean;

function meeting(): Meets {
  const numbers = new Map<string, { readonly number: number; readonly set: Characters }>();
  const known = new Map<Characters, { readonly number: number; readonly set: Characters }>();
  const common = new Map<number, ReturnType<typeof numbered>>();
  function numbered(set: Characters): { readonly number: number; readonly set: Characters } {
    const before = known.get(set);
    if (before !== undefined) return before;
    const key = set.ranges.map(({ min, max }) => `${min}-${max}`).join();
    const same = numbers.get(key) ?? { number: numbers.size, set };
    numbers.set(key, same);
    known.set(set, same);
    return same;
  }
  function intersection(one: ReturnType<typeof numbered>, other: ReturnType<typeof numbered>): ReturnType<typeof numbered> {
    if (one.number === other.number) return one;
    const key = Math.min(one.number, other.number) * 65_536 + Math.max(one.number, other.number);
    const found = common.get(key) ?? numbered(one.set.intersect(other.set));
    common.set(key, found);
    return found;
  }
  return (...sets) => {
    let all: ReturnType<typeof numbered> | undefined;
    for (const set of sets) {
      if (set === undefined) return false;
      all = all === undefined ? numbered(set) : intersection(all, numbered(set));
    }
    return all !== undefined && !all.set.isEmpty;
  };
}

/** Counts steps down, and ends a proof that takes too many of them. */
function stepCounter(): () => void {
  let left = mostSteps;
  return () => {
    left -= 1;
    if (left < 0) throw new Unprovable('too large');
  };
}

/** Two ways around one cycle: a pair of equal positions leads to a pair of different ones, and that one leads back to the first. */
function isExponential({ characters, next }: Positions, loops: Loops, meets: Meets): boolean {
  const step = stepCounter();
  const size = characters.length;
  const inLoop = (from: number): number[] => [...(next[from]?.keys() ?? [])].filter((to) => loops.get(to) === loops.get(from));
  for (const from of loops.keys()) if (inLoop(from).some((to) => (next[from]?.get(to) ?? 0) > 1)) return true;
  const pairs = function* (node: number): Iterable<number> {
    const [one, other] = [Math.floor(node / size), node % size];
    for (const a of inLoop(one))
      for (const b of inLoop(other)) {
        step();
        if (meets(characters[a], characters[b])) yield a * size + b;
      }
  };
  const parts = strongComponents(
    [...loops.keys()].map((at) => at * size + at),
    pairs,
  );
  const equal = new Set([...loops.keys()].map((at) => parts.get(at * size + at)));
  return [...parts].some(([node, part]) => Math.floor(node / size) !== node % size && equal.has(part));
}

/** From (first, first, second) to (first, second, second) with one text. A second cycle on which the match succeeds does not count, because the search ends there. */
function isSquare(positions: Positions, loops: Loops, meets: Meets): boolean {
  const step = stepCounter();
  const groups = new Map<number, number[]>();
  for (const [at, loop] of loops) groups.set(loop, [...(groups.get(loop) ?? []), at]);
  const reached = [...positions.next.keys()].map((at) => reachedFrom(positions, at));
  for (const first of groups.values())
    for (const second of groups.values()) {
      if (first === second || !reached[first[0] as number]?.has(second[0] as number)) continue;
      if (!first.some((a) => second.some((b) => meets(positions.characters[a], positions.characters[b])))) continue;
      const between = (at: number): boolean => reached[at]?.has(second[0] as number) ?? false;
      for (const from of first)
        for (const to of second)
          if (!positions.ends[to] && isLeftAtEachTurn({ positions, loops, meets, step, between, from, to })) return true;
    }
  return false;
}

function reachedFrom({ next }: Positions, start: number): ReadonlySet<number> {
  const found = new Set([start]);
  for (const at of found) for (const to of next[at]?.keys() ?? []) found.add(to);
  return found;
}

interface Turn {
  readonly positions: Positions;
  readonly loops: Loops;
  readonly meets: Meets;
  readonly step: () => void;
  /** Whether the second cycle is reached from there. */
  readonly between: (at: number) => boolean;
  readonly from: number;
  readonly to: number;
}

function isLeftAtEachTurn({ positions: { characters, next, ends }, loops, meets, step, between, from, to }: Turn): boolean {
  const size = characters.length;
  const goal = (from * size + to) * size + to;
  const found = new Set([(from * size + from) * size + to]);
  for (const node of found) {
    const [a, b, c] = [Math.floor(node / size / size), Math.floor(node / size) % size, node % size];
    for (const nextA of next[a]?.keys() ?? []) {
      if (loops.get(nextA) !== loops.get(from)) continue;
      for (const nextC of next[c]?.keys() ?? []) {
        step();
        if (loops.get(nextC) !== loops.get(to) || ends[nextC] || !meets(characters[nextA], characters[nextC])) continue;
        for (const nextB of next[b]?.keys() ?? []) {
          step();
          if (between(nextB) && meets(characters[nextA], characters[nextC], characters[nextB]))
            found.add((nextA * size + nextB) * size + nextC);
        }
      }
    }
    if (found.has(goal)) return true;
  }
  return false;
}
