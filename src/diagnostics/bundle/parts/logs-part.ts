/**
 * The logs: of each log that Hub writes its end, on line borders, and of each line only Hub's own words. What else is in the folder is not looked at.
 */
import { type FileHandle, lstat, open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { openFlags } from '../../../base/files/disk.ts';
import { rotatedFile } from '../../../base/rotated-files/rotated-file.ts';
import { isOwnFaultText } from '../../../configuration/faults/own-fault.ts';
import { componentIds } from '../../../contract/components.ts';
import { cleanLogLines } from '../../../domain/redaction/log-line.ts';
import type { SourceWords } from '../../../domain/redaction/source-words.ts';
import { crashEvent } from '../../../home-processes/last-run.ts';
import { logFiles } from '../../../logs/log-names.ts';
import type { Places } from '../../../platform/locations.ts';
import type { MadeFile, PartFacts } from '../part.ts';

const kib = 1_024;
/** Of each log, by preset. */
const mostBytes = { minimal: 0, standard: 128 * kib, full: 512 * kib } as const;

/** Codes of Node that a program like this can meet (https://nodejs.org/api/errors.html). One that is not here could be a word in their form. */
const nodeCodes = `
  AMBIGUOUS_ARGUMENT ASSERTION BUFFER_OUT_OF_BOUNDS BUFFER_TOO_LARGE CHILD_PROCESS_STDIO_MAXBUFFER CLOSED_MESSAGE_PORT CONSTRUCT_CALL_INVALID
  DLOPEN_DISABLED DLOPEN_FAILED ENCODING_INVALID_ENCODED_DATA FS_FILE_TOO_LARGE HTTP_HEADERS_SENT HTTP_INVALID_HEADER_VALUE HTTP_INVALID_STATUS_CODE
  HTTP_REQUEST_TIMEOUT ILLEGAL_CONSTRUCTOR INVALID_ARG_TYPE INVALID_ARG_VALUE INVALID_CHAR INVALID_FD INVALID_FD_TYPE INVALID_HTTP_TOKEN INVALID_PROTOCOL
  INVALID_RETURN_VALUE INVALID_STATE INVALID_THIS INVALID_TUPLE INVALID_URI INVALID_URL IPC_CHANNEL_CLOSED IPC_DISCONNECTED IPC_ONE_PIPE MEMORY_ALLOCATION_FAILED
  METHOD_NOT_IMPLEMENTED MISSING_ARGS MODULE_NOT_FOUND MULTIPLE_CALLBACK OPERATION_FAILED OUT_OF_RANGE PACKAGE_PATH_NOT_EXPORTED REQUIRE_ASYNC_MODULE
  SERVER_ALREADY_LISTEN SERVER_NOT_RUNNING SOCKET_BAD_PORT SOCKET_CLOSED SOCKET_CLOSED_BEFORE_CONNECTION SOCKET_CONNECTION_TIMEOUT SQLITE_ERROR STREAM_ALREADY_FINISHED
  STREAM_CANNOT_PIPE STREAM_DESTROYED STREAM_NULL_VALUES STREAM_PREMATURE_CLOSE STREAM_PUSH_AFTER_EOF STREAM_UNABLE_TO_PIPE STREAM_UNSHIFT_AFTER_END_EVENT
  STREAM_WRITE_AFTER_END STRING_TOO_LONG SYSTEM_ERROR UNHANDLED_ERROR UNHANDLED_REJECTION UNKNOWN_ENCODING UNKNOWN_FILE_EXTENSION UNKNOWN_SIGNAL
  UNSUPPORTED_DIR_IMPORT UNSUPPORTED_TYPESCRIPT_SYNTAX USE_AFTER_CLOSE WORKER_INIT_FAILED WORKER_OUT_OF_MEMORY WORKER_PATH WORKER_UNSERIALIZABLE_ERROR
  ZLIB_INITIALIZATION_FAILED`;

const systemWords: ReadonlySet<string> = new Set([
  ...Object.keys(os.constants.errno),
  ...Object.keys(os.constants.signals),
  ...[...getSystemErrorMap().values()].map(([name]) => name),
  ...nodeCodes.split(/\s+/).map((code) => `ERR_${code}`),
]);

/** A word in a log that is not in Hub's source and is one of the system's, of Node's or of SQLite's: `ENOSPC`, `SIGKILL`, `ERR_SQLITE_13`. */
export const isSystemWord = (word: string): boolean => systemWords.has(word) || /^ERR_SQLITE_\d{1,4}$/.test(word);

/** Or one that the schemas of the documents have. */
const isKnown = (word: string): boolean => isSystemWord(word) || isOwnFaultText(word);

/** All of them that are there. */
export async function logFilesOfBundle({ places, preset, program, signal }: PartFacts): Promise<readonly MadeFile[]> {
  const { words } = await program();
  const files: MadeFile[] = [];
  for (const file of logNames(places, preset === 'full')) {
    signal.throwIfAborted();
    const text = await readEnd(path.join(places.logs, file), mostBytes[preset]);
    if (text !== null) files.push({ name: `logs/${file}`, ...cleanLogLines(text, words, isKnown) });
  }
  return files;
}

/** The names of all logs that Hub writes, the ones before the last rotation first. */
export function logNames(places: Places, withRotated: boolean): readonly string[] {
  const logs = [...new Set(componentIds.flatMap((id) => logFiles(places.logs, id)))].map((file) => path.basename(file));
  const failed = componentIds.map((id) => `${id}.failed.log`);
  return [...logs.flatMap((file) => (withRotated ? [rotatedFile(file), file] : [file])), ...failed];
}

/** The end of a file as it is at this moment, from a line's beginning to a line's end: what is written meanwhile is left out. Null as for `readTail`. */
export async function readEnd(file: string, bytes: number): Promise<string | null> {
  // One byte more shows whether the first line is whole.
  const read = await readTail(file, bytes + 1);
  if (read === null) return null;
  const { tail, isWhole } = read;
  return tail.subarray(isWhole ? 0 : tail.indexOf('\n') + 1, tail.lastIndexOf('\n') + 1).toString('utf8');
}

/** The last bytes of a file, at most so many. Null for what is no regular file of its own: a link is not followed, and its folder is none either. */
export async function readTail(file: string, bytes: number): Promise<{ readonly tail: Buffer; readonly isWhole: boolean } | null> {
  let handle: FileHandle | undefined;
  try {
    if (!(await lstat(path.dirname(file))).isDirectory()) return null;
    handle = await open(file, openFlags.readStranger);
    const facts = await handle.stat();
    if (!facts.isFile() || facts.nlink > 1) return null;
    const from = Math.max(0, facts.size - bytes);
    const buffer = Buffer.alloc(facts.size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return { tail: buffer.subarray(0, bytesRead), isWhole: from === 0 };
  } catch {
    return null;
  } finally {
    await handle?.close().catch(() => {});
  }
}

const endEvents = ['component ended', crashEvent];

/** The last ends of components, and of runs that did not shut down, as the supervisor logged them. */
export async function lastEnds(
  places: Places,
  words: SourceWords,
  most: number,
): Promise<readonly Readonly<Record<string, string | number | boolean | null>>[]> {
  const text = (await readEnd(logFiles(places.logs, 'supervisor')[0], mostBytes.full)) ?? '';
  const lines = text.split('\n').filter((line) => endEvents.some((event) => line.includes(`"event":"${event}"`)));
  const cleaned = cleanLogLines(lines.slice(-most).join('\n'), words, isKnown).text;
  return cleaned.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}
