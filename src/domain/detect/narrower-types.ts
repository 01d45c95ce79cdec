/**
 * Types whose texts mostly look like a plainer one: TSX is TypeScript with elements in it. A fragment without any of the signs that only the narrower
 * type has counts as the plainer one, which it also is. Pure.
 */
import type { Claim, Sample } from './text-sample.ts';

interface Narrow {
  /** What only texts of this type have. */
  readonly sign: { readonly test: (text: string) => boolean };
  /** What a text without it may be; the most likely of them counts, or the first. */
  readonly otherwise: readonly string[];
}

/** Not a type parameter, which directly follows a name. */
const element = /(?<![\w$])(?:<\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>|<>|<\/[\w.]*>|<[A-Z][\w.]*\s*$|<[a-z]+ [\w-]+=)/mu;
const component =
  /<\/?(?:template|script|style|slot|div|span|[A-Za-z][\w-]*)(?:\s[^<>]*)?>|\s(?:v-[a-z]+|@[a-z]+|:[a-z-]+|on:[a-z]+|bind:[a-z]+)=|\{[#/:@](?:if|each|await|key|html)|\$:|\bexport let\b|\bdefine(?:Props|Emits|Expose)\b|<[a-z][\w-]*\s*$/mu;

/** A rule inside another one: an indented selector, perhaps of several lines, and its brace. */
function orNested(sign: RegExp): Narrow['sign'] {
  return { test: (text) => sign.test(text) || hasIndentedRule(text) };
}

function hasIndentedRule(text: string): boolean {
  let startsLine = true;
  let isIndent = false;
  let isSelector = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isBlank = /\s/u.test(character);
    const isBrace = character === '{' || character === '}';
    if (isSelector && character === '{') return true;
    isSelector = (isIndent && !isBlank && !isBrace) || (isSelector && !isBrace && character !== ':' && character !== ';');
    isIndent = isBlank && (isIndent || startsLine);
    startsLine = /[\n\r\u2028\u2029]/u.test(character);
  }
  return false;
}

const NARROW: Readonly<Record<string, Narrow>> = {
  tsx: { sign: element, otherwise: ['typescript', 'javascript'] },
  jsx: { sign: element, otherwise: ['javascript', 'typescript'] },
  vue: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  svelte: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  scss: {
    sign: orNested(/\$[\w-]+|&|@(?:include|mixin|extend|use|forward|if|else|each|function|return|import)\b|\/\/|#\{|\{[^{}]*\{/u),
    otherwise: ['css'],
  },
  less: {
    sign: orNested(/@[\w-]+\s*:|@\{|&|\/\/|\.[\w-]+(?:\([^()\n]{0,200}\))?;|~["']|\{[^{}]*\{|\bwhen\b/u),
    otherwise: ['css'],
  },
  cuda: {
    sign: /__(?:global|device|host|shared|constant|forceinline|syncthreads|ldg)(?:_[A-Za-z0-9]+)*__|<<<|\b(?:cuda|cu|CUDA|thrust|cub)[A-Z_:]\w*|\b(?:threadIdx|blockIdx|blockDim|gridDim|__syncthreads|atomicAdd)\b|\bcuda\b/u,
    otherwise: ['cpp', 'c'],
  },
  pythonsession: { sign: /^[^\S\n\r\u2028\u2029]*(?:>>>|\.\.\.|In \[\d+\]:)/mu, otherwise: ['python'] },
};

/** The claims, in which the first one is replaced by a plainer type if the text shows no sign of it. */
export function withoutSignless({ source }: Sample, claims: readonly Claim[]): readonly Claim[] {
  const [first, ...others] = claims;
  const narrow = first === undefined ? undefined : NARROW[first.typeId];
  if (first === undefined || narrow === undefined || narrow.sign.test(source)) return claims;
  const typeId = others.find((claim) => narrow.otherwise.includes(claim.typeId))?.typeId ?? (narrow.otherwise[0] as string);
  return [
    { typeId, confidence: first.confidence },
    ...others.filter((claim) => claim.typeId !== typeId),
    { typeId: first.typeId, confidence: 0 },
  ];
}
