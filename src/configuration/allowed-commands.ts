/** Which saved commands the user has allowed to run, by digests of what was shown: `data/allowed-commands.json`. A command that changes is asked about again. */
import { createHash } from 'node:crypto';
import { readDocument } from '../base/documents/json-document.ts';
import { replaceAtomically } from '../base/files/durable-file.ts';
import { allowedCommands, mostAllowedCommands } from '../contract/documents/allowed-commands.ts';
import type { SavedCommand } from '../contract/documents/commands.ts';
import { agreedText } from '../domain/commands/saved-commands.ts';
import type { Places } from '../platform/locations.ts';

type Agreed = Pick<SavedCommand, 'command' | 'output' | 'kinds'>;

export function isAllowed(places: Places, command: Agreed): boolean {
  return digestsIn(places).includes(digestOf(command));
}

/** From now on it is asked about again. Best effort: `isAllowed` tells whether it was written down. */
export async function tryForbid(places: Places, command: Agreed): Promise<void> {
  const left = digestsIn(places).filter((digest) => digest !== digestOf(command));
  await write(places, left);
}

/** Best effort: what can't be remembered is asked again. */
export async function tryAllow(places: Places, command: Agreed): Promise<void> {
  const digests = [...digestsIn(places), digestOf(command)].slice(-mostAllowedCommands);
  await write(places, digests);
}

async function write(places: Places, digests: readonly string[]): Promise<void> {
  await replaceAtomically(places.allowedCommands, Buffer.from(`${JSON.stringify({ digests }, null, 2)}\n`), 0o600);
}

/** Those of these commands that may run, each as `agreedText` has it. */
export function allowedAmong(places: Places, commands: readonly Agreed[]): readonly string[] {
  const digests = new Set(digestsIn(places));
  return commands.filter((command) => digests.has(digestOf(command))).map(agreedText);
}

/** A file that can't be used allows nothing. */
function digestsIn(places: Places): readonly string[] {
  const loaded = readDocument(places.allowedCommands, (value) => {
    const parsed = allowedCommands.safeParse(value);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, field: '', expected: 'digests' };
  });
  return loaded.ok ? loaded.value.digests : [];
}

function digestOf(command: Agreed): string {
  return createHash('sha256').update(agreedText(command)).digest('hex');
}
