import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionsIn } from './expressions.ts';
import { whyNotLinear } from './proof.ts';

/** Each of these was once in the program. */
const exponential: readonly RegExp[] = [
  /^[\s>*-]*["'“«(¿¡]?(?:[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.:/-]*[,.;:!?…)"”»]*\s+){3,}\S+$/u,
  /^(?:<\?[^>]{0,500}\?>\s*|<!--[\s\S]{0,2000}?-->\s*|<!doctype[^>]{0,500}>\s*){0,8}/iu,
  /(?:a*)*b/u,
  /^(?:a|a)*$/u,
  /^(?:a?b?)*c/u,
];
const quadraticOrWorse: readonly RegExp[] = [
  /^[-*•–] (?:[\p{L}\p{N}\p{M}'’,.!?-]+ ?){1,8}$/u,
  /\$[\w-]+|\{[^{}]*\{|^\s+[^\s{}][^{}:;]*\{/mu,
  /^\s*(?:>>>|\.\.\.|In \[\d+\]:)/mu,
  /^select\s+([^;?{}]{1,600}?)\s+from\s+(?:[\w.]+)(?:\s+(?:as\s+)?\w+)?\s*(?:;|,|\)|$|\b(?:where|join)\b)/iu,
  /^[\s"'%;!#/C-]*(?:([-=*~_#+.^%;"'])\1{2,}|[-=*~_+ ]{3,}|#+|;+|%+)[\s/*#%;-]*$/u,
  /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/u,
  /(?:\S+\s+){5}\S/u,
  /^\s*"?[-+]?[$€£]?\d[\d.,:/ T%Z-]*"?\s*$/u,
  /^from \.*[\w.]+ import (?:\(|\*|\w+(?: as \w+)?(?:, *\w+(?: as \w+)?)*)\s*(?:\n|$)/u,
  /<Project\s[^>]*Sdk=/u,
  /,[^,\s]*,|\t.*\t/u,
  /-?\*-.*-\*-?/u,
  /@\(#\)\s*(\S+)\s+\d+(?:\.\d+)+/u,
  /^=ybegin .*\bname=(.+)\n/u,
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@]*@)?([^\s?#]*)\S*/giu,
  /__(?:global|device)\w*__/u,
  /^\s+|[\s.]+$/gu,
  /[\\/]+$/,
  /;.*$/s,
  /(?=a*b)(?:)|c/u,
  /(?:b*c)?/gu,
];

test('an expression with two ways around one cycle is found to be exponential', () => {
  for (const { source, flags } of exponential) assert.match(whyNotLinear(source, flags) ?? 'linear', /^exponential/, source);
});

test('an expression that leaves one cycle for another, or restarts inside of one, is found to be quadratic or worse', () => {
  for (const { source, flags } of quadraticOrWorse) assert.match(whyNotLinear(source, flags) ?? 'linear', /^quadratic/, source);
});

test('an expression that reads every text in one way is proven to be linear', () => {
  const linear: readonly RegExp[] = [
    /\s+/gu,
    /^\s*#/u,
    /^[^\S\n\r\u2028\u2029]*(?:>>>|\.\.\.)/mu,
    /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u,
    /<[a-z][^<>]*>/giu,
    /^(?:[^\S\r\n]*[\r\n])+/u,
    /\s*(?:a|b)/uy,
    /(?<!\w)a(?=b)/u,
    /[\p{Control}--\s]/v,
  ];
  for (const { source, flags } of linear) assert.equal(whyNotLinear(source, flags), null, source);
});

test('an unprovable expression is not called linear', () => {
  assert.match(whyNotLinear('(?<=[,{[]\\s*)a', 'u') ?? '', /look-behind/);
  assert.match(whyNotLinear('(a+)\\1', 'u') ?? '', /back-reference/);
});

test('every expression of a source is found, and one that is built from a text is marked as such', () => {
  const found = expressionsIn('a.ts', 'const a = /b\\/c/u;\nconst d = new RegExp(e);\nconst f = g / h / i;\n');
  assert.deepEqual(found, [
    { line: 1, source: 'b\\/c', flags: 'u' },
    { line: 2, source: null, flags: '' },
  ]);
});
