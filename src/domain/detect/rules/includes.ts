/** C and C++, by the standard header that a text includes first. A short program has little else by which the two differ. Pure. */
import type { Claim, Sample } from '../text-sample.ts';

/** Only comments and other lines of the preprocessor may come before it. */
const mostLines = 40;
const longestSample = 65_536;

// biome-ignore format: a list
const HEADERS_OF_C: ReadonlySet<string> = new Set([
  'assert', 'complex', 'ctype', 'errno', 'fenv', 'float', 'inttypes', 'limits', 'locale', 'math', 'setjmp', 'signal', 'stdarg', 'stdbool', 'stddef', 'stdint', 'stdio',
  'stdlib', 'string', 'time', 'unistd', 'wchar', 'pthread',
]);
// biome-ignore format: a list
const HEADERS_OF_CPP: ReadonlySet<string> = new Set([
  'algorithm', 'array', 'atomic', 'bitset', 'chrono', 'cmath', 'concepts', 'cstddef', 'cstdint', 'cstdio', 'cstdlib', 'cstring', 'deque', 'exception', 'filesystem', 'format',
  'fstream', 'functional', 'iomanip', 'iostream', 'iterator', 'limits', 'list', 'map', 'memory', 'mutex', 'numeric', 'optional', 'queue', 'random', 'ranges', 'regex', 'set',
  'span', 'sstream', 'stack', 'stdexcept', 'string', 'string_view', 'thread', 'tuple', 'type_traits', 'unordered_map', 'unordered_set', 'utility', 'variant', 'vector',
]);

/** A blank line, a comment, a line of the preprocessor, a header of the program's own. */
const BEFORE = /^\s{0,8}(?:$|\/\/|\/?\*|#\s{0,4}(?:define|if|ifdef|ifndef|else|endif|undef|pragma)\b|#\s{0,4}include\s{0,4}")/u;
const INCLUDE = /^\s{0,8}#\s{0,4}include\s{0,4}<([a-z_]{1,24})(\.h)?>/u;
/** A header of C is used by C++, Objective-C, CUDA and others too. */
const MORE_THAN_C =
  /\bstd::|\bclass\s|\btemplate\s*<|\bnamespace\s|\busing\s|\bnullptr\b|^[ \t]{0,8}@(?:interface|implementation|import)|#\s*import\b|__global__|\bcout\b/mu;

/** A text whose first included header is a standard one. */
export function claimInclude({ text }: Pick<Sample, 'text'>): Claim | null {
  const start = text.slice(0, longestSample);
  const first = start.split('\n', mostLines).find((line) => !BEFORE.test(line)) ?? '';
  const header = INCLUDE.exec(first);
  if (header === null) return null;
  const [, name = '', isOfC] = header;
  if (isOfC === undefined) return HEADERS_OF_CPP.has(name) ? { typeId: 'cpp', confidence: 0.95 } : null;
  return HEADERS_OF_C.has(name) && !MORE_THAN_C.test(start) ? { typeId: 'c', confidence: 0.85 } : null;
}
