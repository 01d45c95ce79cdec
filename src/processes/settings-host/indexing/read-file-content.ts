/**
 * Type and text of a file of somebody else. It reads regular files only, no more than the size that they had, and nothing of those that claim to be
 * empty, as the endless ones of /proc do.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { claimBySignature } from '../../../domain/detect/binary-signature.ts';
import { detectText } from '../../../domain/detect/detect.ts';
import { typeOfName } from '../../../domain/detect/file-kinds.ts';
import { fileType, isTextType } from '../../../domain/detect/learned/types.ts';
import { legacyTextOf, textOf } from '../../../domain/detect/text-of-bytes.ts';
import { indexedText } from '../../../domain/indexing/index-words.ts';
import { type DiskPath, onDisk } from '../../../file-index/disk-path.ts';
import type { FileContent } from '../../../file-index/file-rows.ts';

/** Bytes by which the type of a file and whether it is a text are recognized. */
const headBytes = 8_192;
/** The model looks at so many characters: a file that is worth more has a name with an extension. */
const judgedCharacters = 4_096;
/** Read at a time; `alive` is called after each. */
const chunkBytes = 65_536;

/** `textBytes` in `limits`: at most so much of its text is read. Throws the system's error if the file can't be read. */
export async function readFileContent(
  file: DiskPath,
  name: string,
  limits: { readonly textBytes: number },
  alive: () => void,
): Promise<FileContent> {
  // A named pipe that took the place of the file would wait for its writer.
  const descriptor = openSync(onDisk(file), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(descriptor);
    const size = facts.isFile() ? facts.size : 0;
    const head = readUpTo(descriptor, Math.min(size, headBytes), alive);
    const isText = head.length > 0 && (textOf(head) ?? legacyTextOf(head)) !== null;
    if (!isText) return { ...(await binaryType(head, name)), text: '', textBytes: 0 };
    const rest = readUpTo(descriptor, Math.min(size, limits.textBytes) - head.length, alive);
    const bytes = Buffer.concat([head, rest]);
    const text = textOf(bytes) ?? legacyTextOf(bytes);
    if (text === null) return { ...(await binaryType(head, name)), text: '', textBytes: 0 };
    const hasRoom = limits.textBytes > 0;
    return { ...textType(text, name), text: hasRoom ? indexedText(text) : '', textBytes: hasRoom ? bytes.length : 0 };
  } finally {
    closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, bytes: number, alive: () => void): Buffer {
  const parts: Buffer[] = [];
  for (let left = bytes; left > 0; ) {
    const part = Buffer.allocUnsafe(Math.min(left, chunkBytes));
    const read = readSync(descriptor, part);
    if (read === 0) break;
    parts.push(part.subarray(0, read));
    left -= read;
    alive();
  }
  return Buffer.concat(parts);
}

type TypeOnly = Pick<FileContent, 'typeId' | 'typeGroup'>;

/** The name decides where it says something: looking into each text would take longer than all the rest. */
function textType(text: string, name: string): TypeOnly {
  const named = typeOfName(name);
  if (named !== null && isTextType(named)) return typed(named);
  const detected = detectText(text.slice(0, judgedCharacters), { fileName: name });
  return detected === null ? typed('txt') : { typeId: detected.typeId, typeGroup: detected.group };
}

async function binaryType(head: Uint8Array, name: string): Promise<TypeOnly> {
  const claim = head.length === 0 ? null : await claimBySignature(head).catch(() => null);
  const named = typeOfName(name);
  if (claim !== null && fileType(claim.typeId) !== null) return typed(claim.typeId);
  return named === null ? { typeId: null, typeGroup: null } : typed(named);
}

function typed(typeId: string): TypeOnly {
  return { typeId, typeGroup: fileType(typeId)?.group ?? null };
}
