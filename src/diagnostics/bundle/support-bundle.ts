/** A support bundle of the Hub of this home, whether it runs or not: gathers what `make-bundle.ts` needs. */
import type { Outcome } from '../../base/outcome.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import type { SupportPreset } from '../../contract/diagnostics/support-bundle.ts';
import { spokenLanguage } from '../../domain/language/say.ts';
import { findersFor, redactionBy } from '../../domain/redaction/redactor.ts';
import type { Places } from '../../platform/locations.ts';
import { programFolder, readProgramFiles } from '../machine/program-files.ts';
import { textsOfUser } from '../machine/user-texts.ts';
import { type Bundle, type MakeFailure, makeBundle } from './make-bundle.ts';
import { partsOf } from './parts.ts';

export interface SupportOrder {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Full path of the folder for it, which is created if it is missing. */
  readonly folder: string;
  readonly preset: SupportPreset;
  /** Redacted besides, wherever they are. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** The supervisor answers within milliseconds; on a busy machine later. */
const statusWithinMs = 1_500;

/** Never rejects for what a machine can be like; a rejection is a bug, and has left no file either. */
export async function makeSupportBundle({
  places,
  env,
  folder,
  preset,
  words,
  signal,
}: SupportOrder): Promise<Outcome<Bundle, MakeFailure>> {
  const redact = redactionBy(findersFor(textsOfUser(places, env, words)));
  const status = await askStatus(places, { timeoutMs: statusWithinMs, signal });
  let read: ReturnType<typeof readProgramFiles> | undefined;
  const program = () => {
    read ??= readProgramFiles(programFolder, signal);
    return read;
  };
  return makeBundle({
    folder,
    preset,
    parts: partsOf(preset),
    facts: { places, env, preset, status, program, signal },
    redact,
    nowMs: Date.now(),
    language: spokenLanguage(),
  });
}
