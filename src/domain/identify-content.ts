/**
 * The type and the embedded file name of a content. Captures, the bridge and the command all use this, so that the same content with the same hints
 * gets the same answer everywhere.
 */
import type { Detection } from '../contract/source-snapshot.ts';
import { type DetectionHint, explainDetection } from './detect/detect.ts';
import type { DetectionReason } from './detect/detection-reason.ts';
import { isTextType } from './detect/learned/types.ts';
import { legacyTextOf, textOf } from './detect/text-of-bytes.ts';
import { embeddedFileName } from './embedded-name/embedded-name.ts';
import { identifiedBytes } from './identification-limit.ts';

export interface IdentifiedContent {
  /** Null if nothing is known. */
  readonly detection: Detection | null;
  /** The safe base name that a text carries at its start (§1.3); null if there is none, or the content is not text. */
  readonly embeddedFilename: string | null;
  /** The evidence for the type, and for other types. */
  readonly reasons: readonly DetectionReason[];
}

/** @param hint what else is known: a name that it was given, and the media type that it came with. */
export async function identifyContent(content: Uint8Array, hint: DetectionHint = {}): Promise<IdentifiedContent> {
  const { detection, reasons } = await explainDetection(content, hint);
  const start = content.subarray(0, identifiedBytes);
  const text = textOf(start) ?? (detection !== null && isTextType(detection.typeId) ? legacyTextOf(start) : null);
  // Without outer blanks, as detection reads it, so that the reported name is the one that detection used.
  return { detection, embeddedFilename: text === null ? null : embeddedFileName(text.trimStart()), reasons };
}
