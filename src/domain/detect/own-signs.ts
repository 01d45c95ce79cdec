/**
 * Types whose texts are mostly those of a plainer one: TSX is TypeScript with elements in it. A fragment without any of the signs that only the
 * narrower type has is told as the plainer one, which it is as well. Pure.
 */
import type { Claim, Sample } from './sample.ts';

interface Narrow {
  /** What only texts of this type have. */
  readonly sign: RegExp;
  /** What a text without it may be; the likeliest of them counts, or the first. */
  readonly otherwise: readonly string[];
}

/** Not the parameter of a type, which stands right behind a name. */
const element = /(?<![\w$])(?:<\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>|<>|<\/[\w.]*>|<[A-Z][\w.]*\s*$|<[a-z]+ [\w-]+=)/mu;
const component =
  /<\/?(?:template|script|style|slot|div|span|[A-Za-z][\w-]*)(?:\s[^<>]*)?>|\s(?:v-[a-z]+|@[a-z]+|:[a-z-]+|on:[a-z]+|bind:[a-z]+)=|\{[#/:@](?:if|each|await|key|html)|\$:|\bexport let\b|\bdefine(?:Props|Emits|Expose)\b|<[a-z][\w-]*\s*$/mu;

const NARROW: Readonly<Record<string, Narrow>> = {
  tsx: { sign: element, otherwise: ['typescript', 'javascript'] },
  jsx: { sign: element, otherwise: ['javascript', 'typescript'] },
  vue: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  svelte: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  scss: {
    sign: /\$[\w-]+|&|@(?:include|mixin|extend|use|forward|if|else|each|function|return|import)\b|\/\/|#\{|\{[^{}]*\{|^\s+[^\s{}][^{}:;]*\{/mu,
    otherwise: ['css'],
  },
  less: {
    sign: /@[\w-]+\s*:|@\{|&|\/\/|\.[\w-]+(?:\([^)\n]{0,200}\))?;|~["']|\{[^{}]*\{|^\s+[^\s{}][^{}:;]*\{|\bwhen\b/mu,
    otherwise: ['css'],
  },
  cuda: {
    sign: /__(?:global|device|host|shared|constant|forceinline|syncthreads|ldg)\w*__|<<<|\b(?:cuda|cu|CUDA|thrust|cub)[A-Z_:]\w*|\b(?:threadIdx|blockIdx|blockDim|gridDim|__syncthreads|atomicAdd)\b|\bcuda\b/u,
    otherwise: ['cpp', 'c'],
  },
  pythonsession: { sign: /^\s*(?:>>>|\.\.\.|In \[\d+\]:)/mu, otherwise: ['python'] },
};

/** The claims, with a plainer type in the place of a first one that the text shows no sign of. */
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
