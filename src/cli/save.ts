/** `hub save [FILE|-]`: a text through the bridge into the WorkSpace; prints the path once the file is durable. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { savedAnswer } from '../contract/bridge.ts';
import { fileStem } from '../domain/file-name.ts';
import { askBridge } from './bridge-client.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { unanswered } from './unanswered.ts';
import { visible } from './visible.ts';

/** The bridge takes 8 MiB of JSON; a text grows a little when it is written as JSON. */
const limitBytes = 7 * 1024 * 1024;

export async function save(
  surface: Surface,
  file: string | undefined,
  options: { readonly name?: string; readonly json?: boolean },
): Promise<ExitStatus> {
  const input = await readInput(surface, file);
  if (typeof input === 'string') return failedBecause(surface, input);
  const content = decode(input);
  if (content === null) return failedBecause(surface, 'only text in UTF-8 can be saved this way');
  if (input.length === 0) return failedBecause(surface, 'there is nothing to save: the input is empty');
  if (input.length > limitBytes)
    return failedBecause(surface, 'the text is larger than 7 MiB; copy it to the clipboard instead, which has no such limit');
  const filename = options.name ?? (file === undefined || file === '-' ? `${fileStem(content)}.txt` : path.basename(file));
  const answer = await askBridge(surface.places, { method: 'POST', path: '/api/save/test', body: { content, filename } });
  if (answer.kind === 'unanswered') return unanswered(surface, answer.reason);
  const after = answer.kind === 'no-bridge' && answer.mayBeDone ? '; the text may be saved all the same: hub history' : '';
  if (answer.kind === 'no-bridge') return failedBecause(surface, `${answer.detail}${after}`, 'no_bridge');
  if (answer.kind === 'refused') return failedBecause(surface, answer.detail, answer.error);
  const saved = savedAnswer.parse(answer.body);
  if (options.json) printJson(surface, saved);
  else surface.print(surface.terminal ? visible(saved.path) : saved.path);
  return 0;
}

/** The bytes of a file or of the standard input, or why there are none. */
export async function readInput(surface: Surface, file: string | undefined): Promise<Uint8Array | string> {
  if (file === undefined || file === '-') return surface.readInput();
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return `there is no file ${file}`;
  if (!facts.isFile()) return `${file} is not a file`;
  try {
    return readFileSync(file);
  } catch {
    return `${file} can't be read`;
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
