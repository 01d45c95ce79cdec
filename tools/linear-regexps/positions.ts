/**
 * A regular expression as an automaton of positions (Glushkov): a state for each place in it that reads a character, and a link for each way in which
 * a backtracking matcher can go on from one to the other. Where states cannot represent the expression, the automaton has too many ways, but
 * never too few: a condition counts as true, a look-ahead is an additional way that leads nowhere, a back-reference reads whatever its group may read, and a
 * quantifier with a large maximum counts as unbounded.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';

/** The characters that a position reads. */
export type Characters = ReturnType<typeof toUnicodeSet>['chars'];

export interface Positions {
  readonly characters: readonly Characters[];
  /** From each position: to which, and in how many ways; 2 stands for more. */
  readonly next: readonly ReadonlyMap<number, number>[];
  /** The positions after which the match succeeds at once, whatever follows. */
  readonly ends: readonly boolean[];
}

/** Nothing can be proven about this kind of expression. */
export class Unprovable extends Error {}

/** What must be true between two positions: nothing, something that counts as true (`$`, `\b`, a look-around), the start of a line, the start of the text. */
const condition = { none: 0, some: 1, lineStart: 2, textStart: 3 } as const;
const conditions = Object.values(condition);

/** How many ways there are for each condition; 2 stands for more. */
type Ways = readonly number[];
const onlyWay = (of: number): Ways => conditions.map((each) => (each === of ? 1 : 0));
const noWay: Ways = conditions.map(() => 0);
const capped = (count: number): number => Math.min(count, 2);
const either = (one: Ways, other: Ways): Ways => one.map((count, each) => capped(count + (other[each] ?? 0)));
function both(one: Ways, other: Ways): Ways {
  const ways = [...noWay];
  for (const [a, countA] of one.entries())
    for (const [b, countB] of other.entries()) ways[Math.max(a, b)] = capped((ways[Math.max(a, b)] ?? 0) + countA * countB);
  return ways;
}

type Links = ReadonlyMap<number, Ways>;

/** A part of the expression: the positions that it may begin and end with, and the ways through it that read nothing. */
interface Part {
  readonly first: Links;
  readonly last: Links;
  readonly skip: Ways;
}

const nothing: Part = { first: new Map(), last: new Map(), skip: onlyWay(condition.none) };

function joined(one: Links, other: Links): Links {
  const all = new Map(one);
  for (const [at, ways] of other) all.set(at, either(all.get(at) ?? noWay, ways));
  return all;
}

function through(links: Links, ways: Ways): Links {
  return new Map([...links].map(([at, own]) => [at, both(own, ways)]));
}

/** A larger expression could not be read by people either. */
const mostPositions = 600;
/** A quantifier with more positions than this counts as unbounded. */
const mostRepeatedPositions = 150;
/** A look-behind may read at most this many characters. */
const longestLookBehind = 8;

/** @throws Unprovable for what it can't represent. */
export function positionsOf(source: string, flags: string): Positions {
  const parser = new RegExpParser();
  const known = parser.parseFlags(flags);
  const { unicode, unicodeSets } = known;
  const pattern = parser.parsePattern(source, 0, source.length, { unicode, unicodeSets });
  const characters: Characters[] = [];
  const next: Map<number, number>[] = [];

  function position(set: Characters): number {
    if (characters.length >= mostPositions) throw new Unprovable('too large');
    characters.push(set);
    next.push(new Map());
    return characters.length - 1;
  }

  const lineEnds = setOf('[\\n\\r\\u2028\\u2029]');
  const anything = setOf('[^]');

  function setOf(text: string): Characters {
    const [alternative] = parser.parsePattern(text, 0, text.length, { unicode, unicodeSets }).alternatives;
    return toUnicodeSet(alternative?.elements[0] as AST.CharacterClass, { ...known, ignoreCase: false }).chars;
  }

  function link(from: Links, to: Links): void {
    for (const [a, waysA] of from)
      for (const [b, waysB] of to) {
        const ways = both(waysA, waysB);
        // No character is before the start of the text, and only a line end is before the start of a line.
        const atLine = characters[a]?.isDisjointWith(lineEnds) ? 0 : (ways[condition.lineStart] ?? 0);
        const count = capped((ways[condition.none] ?? 0) + (ways[condition.some] ?? 0) + atLine);
        if (count > 0) next[a]?.set(b, capped((next[a]?.get(b) ?? 0) + count));
      }
  }

  function sequence(one: Part, other: Part): Part {
    link(one.last, other.first);
    return {
      first: joined(one.first, through(other.first, one.skip)),
      last: joined(other.last, through(one.last, other.skip)),
      skip: both(one.skip, other.skip),
    };
  }

  function choice(parts: readonly Part[]): Part {
    return {
      first: parts.reduce<Links>((all, part) => joined(all, part.first), new Map()),
      last: parts.reduce<Links>((all, part) => joined(all, part.last), new Map()),
      skip: parts.reduce<Ways>((all, part) => either(all, part.skip), noWay),
    };
  }

  /** A repetition that reads nothing is not added to the required number of them (ECMA-262, RepeatMatcher). */
  const optional = (part: Part): Part => ({ ...part, skip: onlyWay(condition.none) });

  function again(part: Part): Part {
    link(part.last, part.first);
    return part;
  }

  function turns({ min, max, element }: AST.Quantifier): Part {
    const before = characters.length;
    const one = part(element);
    const size = characters.length - before;
    const counted = max === Number.POSITIVE_INFINITY ? min : max;
    if (counted * size > mostRepeatedPositions) return min === 0 ? optional(again(one)) : again(one);
    if (max === 0) return nothing;
    const copy = (number: number): Part => (number === 0 ? one : part(element));
    if (max === Number.POSITIVE_INFINITY) {
      if (min === 0) return optional(again(one));
      let all = nothing;
      for (let turn = 0; turn < min; turn += 1) all = sequence(all, turn === min - 1 ? again(copy(turn)) : copy(turn));
      return all;
    }
    const copies = Array.from({ length: max }, (_, turn) => copy(turn));
    let rest = nothing;
    for (const each of copies.slice(min).toReversed()) rest = optional(sequence(each, rest));
    let all = nothing;
    for (const each of copies.slice(0, min)) all = sequence(all, each);
    return sequence(all, rest);
  }

  function assertion(node: AST.Assertion): Part {
    const holds: Part = { ...nothing, skip: onlyWay(condition.some) };
    if (node.kind === 'start') return { ...nothing, skip: onlyWay(known.multiline ? condition.lineStart : condition.textStart) };
    if (node.kind === 'lookahead')
      return { first: choice(node.alternatives.map(part)).first, last: new Map(), skip: onlyWay(condition.some) };
    if (node.kind === 'lookbehind' && longest(node) > longestLookBehind) throw new Unprovable('a look-behind of any length');
    return holds;
  }

  function part(node: AST.Element | AST.Alternative | AST.Pattern): Part {
    switch (node.type) {
      case 'Alternative':
        return node.elements.map(part).reduce(sequence, nothing);
      case 'Pattern':
      case 'CapturingGroup':
        return choice(node.alternatives.map(part));
      case 'Group':
        if (node.modifiers !== null) throw new Unprovable('flags inside');
        return choice(node.alternatives.map(part));
      case 'Quantifier':
        return turns(node);
      case 'Assertion':
        return assertion(node);
      case 'Backreference': {
        if (Array.isArray(node.resolved) || longest(node.resolved as AST.CapturingGroup) > longestLookBehind)
          throw new Unprovable('a back-reference to something of any length');
        return choice([part(node.resolved as AST.CapturingGroup), nothing]);
      }
      default: {
        const set = toUnicodeSet(node, known);
        if (!set.accept.isEmpty && set.accept.wordSets.some((word) => word.length !== 1)) throw new Unprovable('strings in a class');
        const at = position(set.chars);
        return { first: new Map([[at, onlyWay(condition.none)]]), last: new Map([[at, onlyWay(condition.none)]]), skip: noWay };
      }
    }
  }

  const whole = part(pattern);
  const ends = characters.map((_, at) => (whole.last.get(at)?.[condition.none] ?? 0) > 0);
  // A sticky expression is tried at one place in the text; any other one at every place in turn.
  if (!known.sticky) {
    const search = position(anything);
    const line = position(lineEnds);
    ends.push(false, false);
    const from = (at: number): Links => new Map([[at, onlyWay(condition.none)]]);
    link(from(search), joined(from(search), from(line)));
    link(
      from(line),
      new Map([...whole.first].map(([at, ways]) => [at, conditions.map((each) => (each === condition.lineStart ? (ways[each] ?? 0) : 0))])),
    );
    link(
      from(search),
      new Map([...whole.first].map(([at, ways]) => [at, conditions.map((each) => (each < condition.lineStart ? (ways[each] ?? 0) : 0))])),
    );
  }
  return { characters, next, ends };
}

/** The most characters that it reads. */
function longest(node: AST.Node): number {
  switch (node.type) {
    case 'Alternative':
      return node.elements.reduce((sum, each) => sum + longest(each), 0);
    case 'CapturingGroup':
    case 'Group':
    case 'Pattern':
      return Math.max(...node.alternatives.map(longest));
    case 'Quantifier':
      return node.max === 0 ? 0 : node.max * longest(node.element);
    case 'Assertion':
      return 'alternatives' in node ? Math.max(...node.alternatives.map(longest)) : 0;
    case 'Backreference':
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}
