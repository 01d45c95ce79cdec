/**
 * The type of a fragment: one function for captures, the bridge and the command. A signature or a rule that proves a type comes first, then the
 * model; a file name decides if the text does not contradict it. Confidence is how often such an answer is right. If nothing is known, the answer is
 * plain text with a low confidence rather than a wrong type.
 */
import type { Detection } from '../../contract/source-snapshot.ts';
import { embeddedFileName } from '../embedded-name/embedded-name.ts';
import { identifiedBytes } from '../identification-limit.ts';
import { claimBySignature } from './binary-signature.ts';
import type { DetectionReason } from './detection-reason.ts';
import { typeOfName } from './file-kinds.ts';
import { shippedModel } from './learned/model.ts';
import { detectionOf, fileType, fileTypes, isTextType } from './learned/types.ts';
import { surerBySigns, withoutSignless } from './narrower-types.ts';
import { isLetter, isPhrase, isPlainList, proseShare } from './rules/prose.ts';
import { claimByRule } from './rules/rules.ts';
import { isSaying } from './rules/saying.ts';
import { isSignedSentence } from './rules/signed-sentence.ts';
import { legacyTextOf, textOf } from './text-of-bytes.ts';
import { type Claim, type Sample, sampleOf } from './text-sample.ts';
import { mayBe } from './type-families.ts';

/** What else is known of a fragment. Both values come from outside, and are used only if the text agrees. */
export interface DetectionHint {
  readonly fileName?: string;
  readonly declaredMediaType?: string;
}

/** An answer, and its evidence. */
export interface ExplainedDetection {
  readonly detection: Detection | null;
  readonly reasons: readonly DetectionReason[];
}

/** Signatures, headers and languages are all recognized from the beginning. */
export const MAX_DETECTION_BYTES = identifiedBytes;
/** If the model is this certain, a file name of another family does not overrule it. */
const strongConfidence = 0.85;
/** The confidence of what a name says, and of the declared type, if the text agrees. */
const nameConfidence = 0.95;
const declaredConfidence = 0.8;
/** Text that reads as sentences, or is a plain list, needs at least this confidence to be another type. */
const sureOfProse = 0.7;
const sureOfList = 0.9;
/** For text that is only a few words. */
const sureOfPhrase = 0.96;
/** The model need not be more certain than this to skip the search for sentences. */
const surest = Math.max(sureOfProse, sureOfList, sureOfPhrase);
const unsureProse = 0.4;
/** For plain text: nothing is known about it, least of all about a single character. */
const nothingKnown = 0.1;

/**
 * The type of a content, from its first 64 KiB; null if nothing can be said: empty, blank, or binary of an unknown kind. The same text gets the same
 * answer here and in `detectText`.
 */
export async function detect(content: Uint8Array, hint: DetectionHint = {}): Promise<Detection | null> {
  return (await explainDetection(content, hint)).detection;
}

/** Like `detect`, with the evidence for the answer and for other types. */
export async function explainDetection(content: Uint8Array, hint: DetectionHint = {}): Promise<ExplainedDetection> {
  const start = content.subarray(0, MAX_DETECTION_BYTES);
  const whole = content.length <= MAX_DETECTION_BYTES;
  const text = textOf(start);
  if (text !== null) return explainSample(sampleOf(text, whole), hint);
  const claim = await claimBySignature(start);
  if (claim !== null && fileType(claim.typeId) !== null) return answer(claim, [{ by: 'signature', ...claim, decided: true }]);
  const legacy = claim === null ? legacyTextOf(start) : null;
  return legacy === null ? { detection: null, reasons: [] } : explainSample(sampleOf(legacy, whole), hint);
}

/** The type of a text, from its first 64 Ki characters; null for an empty or blank one. Pure, and linear in what it reads. */
export function detectText(text: string, hint: DetectionHint = {}): Detection | null {
  return explainSample(sampleOf(text), hint).detection;
}

function answer({ typeId, confidence }: Claim, reasons: readonly DetectionReason[]): ExplainedDetection {
  return { detection: detectionOf(typeId, rounded(confidence)), reasons };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000;
}

function explainSample(sample: Sample | null, hint: DetectionHint): ExplainedDetection {
  if (sample === null) return { detection: null, reasons: [] };
  const proof = claimByRule(sample);
  const guesses =
    proof === null ? withoutDoubtfulProse(sample, surerBySigns(sample, withoutSignless(sample, shippedModel().rank(sample.source)))) : [];
  const found = proof ?? guesses[0] ?? { typeId: 'txt', confidence: nothingKnown };
  const named = namedType(sample, hint);
  const follows = named !== null && agrees(sample, named.typeId, found, guesses);
  const decided = follows ? withName(named, found) : found;
  return answer(decided, [
    ...(named === null ? [] : [{ by: named.by, typeId: named.typeId, confidence: named.confidence, decided: follows }]),
    ...(proof === null ? [] : [{ by: 'rule' as const, ...proof, decided: !follows }]),
    ...guesses.map((guess, place) => ({
      by: 'model' as const,
      typeId: guess.typeId,
      confidence: rounded(guess.confidence),
      decided: !follows && place === 0,
    })),
  ]);
}

/** Sentences and plain lists are plain text, unless the model is quite certain of something else: some languages read like English. */
function withoutDoubtfulProse(sample: Sample, guesses: readonly Claim[]): readonly Claim[] {
  const [first] = guesses;
  if (first === undefined || first.typeId === 'txt' || first.confidence >= surest) return guesses;
  if (first.confidence >= neededFor(sample, first)) return guesses;
  const plain = guesses.find(({ typeId }) => typeId === 'txt') ?? { typeId: 'txt', confidence: nothingKnown };
  return [{ typeId: 'txt', confidence: Math.max(plain.confidence, unsureProse) }, ...guesses.filter(({ typeId }) => typeId !== 'txt')];
}

function neededFor(sample: Sample, { typeId }: Claim): number {
  if (isPhrase(sample) || isSaying(sample) || isSignedSentence(sample)) return sureOfPhrase;
  if (isPlainList(sample)) return sureOfList;
  if (proseShare(sample) < 0.5) return 0;
  // A letter may quote a program, and may be written in Markdown.
  return isLetter(sample) && typeId !== 'markdown' ? sureOfList : sureOfProse;
}

interface Named extends Claim {
  readonly by: 'name' | 'declared type';
  /** Given by the caller, not found in the text or declared. */
  readonly isGiven: boolean;
}

/** The name of a header that a text quotes says less than the text itself: headers are C, C++ or Objective-C. */
const headers: ReadonlyMap<string, readonly string[]> = new Map([
  ['h', ['c', 'cpp', 'objectivec']],
  ['hpp', ['cpp', 'objectivec']],
]);

/** If text and name agree, the higher confidence counts. */
function withName(named: Named, found: Claim): Claim {
  const surest = Math.max(named.confidence, found.confidence);
  if (!named.isGiven && headers.get(named.typeId)?.includes(found.typeId)) return { typeId: found.typeId, confidence: surest };
  return { typeId: named.typeId, confidence: found.typeId === named.typeId ? surest : named.confidence };
}

/** Whether the text could be a file of that type. A name alone turns neither prose into a program nor anything else into JSON. */
function agrees(sample: Sample, named: string, found: Claim, guesses: readonly Claim[]): boolean {
  if (mayBe(found.typeId, named)) return true;
  if (guesses.some((guess) => guess.typeId === named && guess.confidence >= possible)) return true;
  if (found.typeId === 'txt' && plainData.has(named)) return proseShare(sample) < 0.5;
  if (strict.has(named) || found.confidence >= strongConfidence) return false;
  return found.typeId !== 'txt' || proseShare(sample) < 0.5;
}

/** A name may choose any type that the model gives at least this confidence. */
const possible = 0.05;

/** Data formats that look like plain text if there is little of it: `a: 1`, `red,green`. */
const plainData = new Set(['yaml', 'ini', 'toml', 'properties', 'csv', 'tsv']);

/** Types that a grammar decides: text that neither it nor the model recognized is not one of them, whatever its name. */
const strict = new Set(['json', 'jsonl', 'ipynb', 'svg', 'xml', 'pem', 'crt', 'rtf', 'diff']);

/** What a name says: the caller's, then the one in the text, then what was declared with the content. */
function namedType(sample: Sample, hint: DetectionHint): Named | null {
  const name = hint.fileName === undefined ? null : typeOfName(hint.fileName);
  const embedded = name ?? typeOfName(embeddedFileName(sample.text) ?? '');
  const typeId = embedded ?? declaredType(hint.declaredMediaType);
  if (typeId === null || !isTextType(typeId)) return null;
  if (embedded === null) return { by: 'declared type', typeId, confidence: declaredConfidence, isGiven: false };
  return { by: 'name', typeId, confidence: nameConfidence, isGiven: name !== null };
}

/** A media type that only one type has, ignoring parameters; `text/plain` says nothing. */
function declaredType(mediaType: string | undefined): string | null {
  const essence = mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === '' || essence === 'text/plain') return null;
  const usual = USUAL_MEDIA_TYPES[essence];
  return usual ?? fileTypes().find((type) => type.mediaType === essence)?.typeId ?? null;
}

/** Media types that the IANA registry or common use has, and the vocabulary has another one for. */
const USUAL_MEDIA_TYPES: Readonly<Record<string, string>> = {
  'text/javascript': 'javascript',
  'application/xml': 'xml',
  'application/yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/tab-separated-values': 'tsv',
  'application/rtf': 'rtf',
  'text/x-diff': 'diff',
  'text/x-patch': 'diff',
  'application/sql': 'sql',
  'text/x-c++src': 'cpp',
  'text/x-csrc': 'c',
  'application/x-sh': 'shell',
  'text/x-go': 'go',
  'text/rust': 'rust',
};
