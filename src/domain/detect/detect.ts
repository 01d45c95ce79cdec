/**
 * What a fragment is: one answer for everybody who asks (captures, the bridge, the command). Rules that prove a type come first, then the
 * ranking, and a file name decides where the text does not speak against it. Confidence means what it says: a guess never claims 0.99,
 * and what nobody knows is plain text with a low one rather than something wrong.
 */
import type { Detection } from '../../contract/source-snapshot.ts';
import { embeddedFileName } from '../embedded-name.ts';
import { legacyTextOf, textOf } from './bytes.ts';
import { typeOfName } from './file-kinds.ts';
import { areKin, proseShare, rank } from './rank.ts';
import { claimByRule } from './rules.ts';
import { type Claim, type Sample, sampleOf } from './sample.ts';
import { claimBySignature } from './signature.ts';
import { detectionOf, fileType, fileTypes, isTextType } from './types.ts';

/** What else is known of a fragment. Both come from outside and are believed only where the text agrees. */
export interface DetectionHint {
  readonly fileName?: string;
  readonly declaredMediaType?: string;
}

/** Signatures, heads and languages are all told from the beginning. */
export const MAX_DETECTION_BYTES = 65_536;
/** A ranking below this abstains. */
const MIN_CONFIDENCE = 0.5;
/** A ranking at or above this is not overruled by a file name of another family. */
const STRONG_CONFIDENCE = 0.85;

/**
 * The type of a content, from its first 64 KiB; null where nothing can be said: empty, blank, or binary of an unknown kind.
 * The same text gives the same answer here and in `detectText`.
 */
export async function detect(content: Uint8Array, hint: DetectionHint = {}): Promise<Detection | null> {
  const start = content.subarray(0, MAX_DETECTION_BYTES);
  const whole = content.length <= MAX_DETECTION_BYTES;
  const text = textOf(start);
  if (text !== null) return detectSample(sampleOf(text, whole), hint);
  const claim = await claimBySignature(start);
  if (claim !== null && fileType(claim.typeId) !== null) return detectionOf(claim.typeId, claim.confidence);
  const legacy = claim === null ? legacyTextOf(start) : null;
  return legacy === null ? null : detectSample(sampleOf(legacy, whole), hint);
}

/** The type of a text, from its first 64 Ki characters; null for an empty or blank one. Pure, and linear in what it looks at. */
export function detectText(text: string, hint: DetectionHint = {}): Detection | null {
  return detectSample(sampleOf(text), hint);
}

function detectSample(sample: Sample | null, hint: DetectionHint): Detection | null {
  if (sample === null) return null;
  const claim = decide(sample, strongest(sample), namedType(sample, hint));
  return detectionOf(claim.typeId, Math.round(claim.confidence * 1_000) / 1_000);
}

/** What the text says and what a name says, weighed against each other. */
function decide(sample: Sample, best: Claim | null, named: Claim | null): Claim {
  if (named !== null && agrees(sample, named.typeId, best))
    return {
      typeId: named.typeId,
      confidence: best !== null && areKin(best.typeId, named.typeId) ? Math.max(named.confidence, best.confidence) : named.confidence,
    };
  if (best !== null && best.confidence >= MIN_CONFIDENCE) return best;
  return { typeId: 'txt', confidence: plainConfidence(sample) };
}

/** The best claim on the text itself. A strong proof stands; an unsure one gives way to a ranking that is surer. */
function strongest(sample: Sample): Claim | null {
  const proof = claimByRule(sample);
  if (proof !== null && proof.confidence >= STRONG_CONFIDENCE) return proof;
  const guess = rank(sample)[0] ?? null;
  return proof === null || (guess !== null && guess.confidence > proof.confidence) ? guess : proof;
}

/** Types whose text is also of another type's grammar: what is found first may be the wider one. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  json: ['jsonc', 'ipynb', 'jsonl', 'javascript', 'yaml'],
  jsonl: ['json'],
  jsonc: ['json'],
  xml: ['html', 'svg', 'csproj', 'vcxproj', 'appleplist', 'rdf', 'gpx', 'xsd', 'vue', 'jsx', 'tsx'],
  html: ['xml', 'vue', 'jinja', 'twig', 'django', 'handlebars', 'erb', 'asp', 'php', 'markdown', 'jsx', 'tsx'],
  jsx: ['tsx', 'vue', 'html'],
  jinja: ['twig', 'django', 'html'],
  pem: ['crt'],
};

/** Whether the text could be a file of that type. A name alone makes no program of prose. */
function agrees(sample: Sample, typeId: string, best: Claim | null): boolean {
  if (best !== null && best.confidence >= STRONG_CONFIDENCE && !areKin(best.typeId, typeId) && !WIDER[best.typeId]?.includes(typeId))
    return false;
  if (best !== null && areKin(best.typeId, typeId)) return true;
  if (STRICT.has(typeId)) return best !== null && (WIDER[best.typeId]?.includes(typeId) ?? false);
  return PROSE_TYPES.has(typeId) || proseShare(sample) < 0.5;
}

/** Types that a grammar decides: text that it did not recognise is not one of them, whatever its name. */
const STRICT = new Set(['json', 'jsonl', 'ipynb', 'svg', 'xml', 'pem', 'crt', 'pdf', 'rtf', 'diff']);
/** Types that hold sentences. */
const PROSE_TYPES = new Set(['txt', 'markdown', 'rst', 'latex', 'license', 'csv', 'tsv', 'eml', 'srt', 'vtt', 'html', 'asc']);

/** What a name says: the caller's, then the one in the text, then what was declared of the content. */
function namedType(sample: Sample, hint: DetectionHint): Claim | null {
  const name = hint.fileName === undefined ? null : typeOfName(hint.fileName);
  const embedded = name ?? typeOfName(embeddedFileName(sample.text) ?? '');
  const typeId = embedded ?? declaredType(hint.declaredMediaType);
  if (typeId === null || !isTextType(typeId)) return null;
  return { typeId, confidence: embedded === null ? 0.8 : typeId === 'txt' ? 0.8 : 0.93 };
}

/** A media type that one type alone has, parameters apart; `text/plain` says nothing. */
function declaredType(mediaType: string | undefined): string | null {
  const essence = mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === '' || essence === 'text/plain') return null;
  const usual = USUAL_MEDIA_TYPES[essence];
  return usual ?? fileTypes().find((type) => type.mediaType === essence)?.typeId ?? null;
}

/** Media types of the IANA registry and of custom where the vocabulary has another one. */
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

/** Low, since it says what is not known; a little less so for sentences. */
function plainConfidence(sample: Sample): number {
  if (sample.text.length < 3) return 0.1;
  if (!/\s/u.test(sample.text)) return 0.2;
  return proseShare(sample) > 0.5 ? 0.5 : 0.3;
}
