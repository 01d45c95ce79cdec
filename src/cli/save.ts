/** `hub save [FILE|-]`: saves a text through the bridge into the WorkSpace; prints the path once the file is durable. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { tooLate, within } from '../base/deadline.ts';
import type { Bridge } from '../client/bridge.ts';
import { identifiedBytes } from '../domain/identification-limit.ts';
import { say } from '../domain/language/say.ts';
import { isPlainFileName, planName } from '../domain/saving/file-name.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { visibleText } from './terminal-safe.ts';
import { notDone, withBridge } from './with-bridge.ts';

/** For the type of a text, without which it can be saved too. */
const detectWithinMs = 2_000;
/** The bridge takes 8 MiB of JSON; a text grows a little as JSON. */
const limitBytes = 7 * 1024 * 1024;
const tooLarge = () => say('the text is larger than 7 MiB; copy it to the clipboard instead, which has no such limit');

export async function save(
  surface: Surface,
  file: string | undefined,
  options: { readonly name?: string; readonly json?: boolean },
): Promise<ExitStatus> {
  if (options.name !== undefined && !isPlainFileName(options.name))
    return failedBecause(surface, say('--name has to be a plain file name, without a folder'), 'bad_request');
  const input = await readInput(surface, file);
  if (typeof input === 'string') return failedBecause(surface, input);
  if (input.length > limitBytes) return failedBecause(surface, tooLarge());
  const content = decode(input);
  if (content === null) return failedBecause(surface, say('only text in UTF-8 can be saved this way'));
  if (input.length === 0) return failedBecause(surface, say('there is nothing to save: the input is empty'));
  const given = options.name ?? (file === undefined || file === '-' ? null : path.basename(file));
  const asked = await withBridge(surface.places, async (bridge) =>
    bridge.saveText({ content, filename: given ?? (await nameFor(bridge, content)) }),
  );
  if (asked.kind !== 'answer') return notDone(surface, asked, say('; the text may have been saved anyway; see: hub history'));
  if (options.json) printJson(surface, asked.value);
  else surface.print(surface.terminal ? visibleText(asked.value.path) : asked.value.path);
  return 0;
}

/** The name that a copy of this text would get (`planName`). If the core cannot tell what it is, it counts as plain text. */
async function nameFor(bridge: Bridge, content: string): Promise<string> {
  const found = await within(detectWithinMs, bridge.detect({ text: content.slice(0, identifiedBytes).toWellFormed() }));
  const { detection, embeddedFilename } = found !== tooLate && found.ok ? found.value : { detection: null, embeddedFilename: null };
  const { stem, extension } = planName({ kind: 'text', text: content, detection, embeddedFilename });
  return `${stem}${extension}`;
}

/** The bytes of a file or of standard input, not many more than can be saved, or why they can't be read. */
export async function readInput(surface: Surface, file: string | undefined): Promise<Uint8Array | string> {
  if (file === undefined || file === '-') return surface.readInput(limitBytes + 1);
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return say('there is no file {file}', { file });
    if (facts.isDirectory()) return say('{file} is a folder; name a file in it', { file });
    if (!facts.isFile()) return say('{file} is not a file', { file });
    if (facts.size > limitBytes) return tooLarge();
    return readFileSync(file);
  } catch {
    return say('{file} cannot be read', { file });
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
