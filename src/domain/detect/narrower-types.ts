/**
 * Types whose texts mostly look like a plainer one: TSX is TypeScript with elements in it, TypeScript is JavaScript with types, YAML that only has
 * capitalized words in front of colons is a note. A fragment without any of the signs that only the narrower type has counts as the plainer one, which it
 * also is. Pure.
 */
import type { Claim, Sample } from './text-sample.ts';
import { endsAsCode, provingSigns, typeSigns } from './type-signs.ts';

/** A guess of the model is more likely than not from here on: then plain text, which is said for lack of a better answer, is not the first one any more. */
const evenOdds = 0.5;
/** What several types shared is no surer than this. */
const surestSum = 0.95;

/**
 * The claims, most likely first. A type of whose signs the text shows none gives all its confidence to a plainer one: what several similar types shared belongs to
 * the one that is left.
 */
export function withoutSignless(sample: Sample, claims: readonly Claim[]): readonly Claim[] {
  const { source, lines } = sample;
  const signless = new Map<string, boolean>();
  const isSignless = (typeId: string): boolean => {
    const known = signless.get(typeId);
    if (known !== undefined) return known;
    const narrow = typeSigns[typeId];
    const isKnown = (claims.find((claim) => claim.typeId === typeId)?.confidence ?? 0) >= (narrow?.known ?? Number.POSITIVE_INFINITY);
    const found = narrow !== undefined && !isKnown && !narrow.sign.test(source);
    signless.set(typeId, found);
    return found;
  };
  if (!claims.some(({ typeId }) => isSignless(typeId))) return claims;
  const plainerThan = (typeId: string, passed: readonly string[] = []): string => {
    if (!isSignless(typeId) || passed.includes(typeId)) return typeId;
    const { otherwise } = typeSigns[typeId] as (typeof typeSigns)[string];
    const others = otherwise.filter((other) => !passed.includes(other));
    const left = others.filter((other) => !isSignless(other));
    const next = claims.find((claim) => left.includes(claim.typeId))?.typeId ?? left[0] ?? others[0];
    return next === undefined ? typeId : plainerThan(next, [...passed, typeId]);
  };
  const shares = new Map<string, number>(claims.map(({ typeId }) => [typeId, 0]));
  for (const { typeId, confidence } of claims) {
    const plainer = plainerThan(typeId);
    shares.set(plainer, (shares.get(plainer) ?? 0) + confidence);
  }
  const ownOf = new Map(claims.map(({ typeId, confidence }) => [typeId, confidence]));
  const all = [...shares]
    .map(([typeId, sum]) => ({ typeId, confidence: Math.min(sum, Math.max(surestSum, ownOf.get(typeId) ?? 0)) }))
    .sort((one, other) => other.confidence - one.confidence);
  const [first] = claims;
  if (first?.typeId !== 'txt' || (all[0]?.typeId !== 'txt' && (all[0]?.confidence ?? 0) >= evenOdds && endsAsCode(lines))) return all;
  return [...all.filter(({ typeId }) => typeId === 'txt'), ...all.filter(({ typeId }) => typeId !== 'txt')];
}

/** So often at least was a text with a proving sign of its most likely type of that type. */
const proven = 0.85;

/** The claims, of which the first is surer if the text proves it. */
export function surerBySigns({ source, lines }: Sample, claims: readonly Claim[]): readonly Claim[] {
  const [first, ...others] = claims;
  if (first === undefined || first.confidence >= proven || !provingSigns[first.typeId]?.test(source) || !endsAsCode(lines)) return claims;
  return [{ typeId: first.typeId, confidence: proven }, ...others];
}
