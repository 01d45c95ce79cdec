/**
 * What a content is and what it calls itself. Captures, the bridge and the command all ask here, so that the same content with the same hints
 * has the same answer everywhere.
 */
import type { Detection } from '../contract/source-snapshot.ts';
import { legacyTextOf, textOf } from './detect/bytes.ts';
import { type DetectionHint, explain } from './detect/detect.ts';
import type { Reason } from './detect/reason.ts';
import { isTextType } from './detect/types.ts';
import { embeddedFileName } from './embedded-name.ts';
import { identifiedBytes } from './identified-bytes.ts';

export interface Identified {
  /** Null where nothing can be said. */
  readonly detection: Detection | null;
  /** The safe base name that a text gives itself at its start (§1.3); null for none, and for what is no text. */
  readonly embeddedFilename: string | null;
  /** What spoke for the type, and what else spoke. */
  readonly reasons: readonly Reason[];
}

/** @param hint what is known besides: a name that somebody gave it, and the media type that it came with. */
export async function identify(content: Uint8Array, hint: DetectionHint = {}): Promise<Identified> {
  const { detection, reasons } = await explain(content, hint);
  const start = content.subarray(0, identifiedBytes);
  const text = textOf(start) ?? (detection !== null && isTextType(detection.typeId) ? legacyTextOf(start) : null);
  // Without outer blanks, as detection reads it: the name that is told is the one that it went by.
  return { detection, embeddedFilename: text === null ? null : embeddedFileName(text.trimStart()), reasons };
}
