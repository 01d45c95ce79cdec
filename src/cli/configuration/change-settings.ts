/** Changes by the settings host of the Hub that runs; without one, by the same code in this process, under the same lock. */
import { diskReasonOf } from '../../base/files/disk-error.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { longestLineBytes } from '../../base/pipes/pipe-lines.ts';
import { askCatalog, askChange, type SettingsFailure } from '../../client/ask-pipes.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { settingsAnswers } from '../../configuration/settings-answers.ts';
import {
  type CatalogAnswer,
  catalogAnswer,
  type SettingsAccepted,
  type SettingsRequest,
  settingsAccepted,
  settingsRefusal,
} from '../../contract/settings.ts';
import { diskWithMend, isDiskReason } from '../../domain/conditions/folders/disk-words.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';

type Change = Parameters<typeof askChange>[1];
export type Refusal = { readonly reason: SettingsFailure; readonly detail?: string };

/** A change waits for another program of Hub that is changing a document. */
const answeredWithinMs = 10_000;

/** Makes a change. What is longer than a line of the pipe can only be written here. */
export async function changeSettings(places: Places, request: Change): Promise<Outcome<SettingsAccepted, SettingsFailure>> {
  if (Buffer.byteLength(JSON.stringify(request)) < longestLineBytes) {
    const asked = await askChange(places, request, { timeoutMs: answeredWithinMs });
    if (asked.ok || asked.reason !== 'absent') return asked;
  }
  const answer = await answerHere(places, request);
  const accepted = settingsAccepted.safeParse(answer);
  if (accepted.success) return done(accepted.data);
  const { error, detail } = settingsRefusal.parse(answer);
  return failed(error, detail);
}

/** The catalog as the Hub that runs has it: `HUB_WORKSPACE` may be set for that one alone. */
export async function readCatalog(places: Places): Promise<Outcome<CatalogAnswer['payload'], SettingsFailure>> {
  const asked = await askCatalog(places, { timeoutMs: answeredWithinMs });
  if (asked.ok) return done(asked.value.payload);
  if (asked.reason !== 'absent') return asked;
  return done(catalogAnswer.parse(await answerHere(places, { op: 'catalog' })).payload);
}

function answerHere(places: Places, request: SettingsRequest): Promise<unknown> {
  return settingsAnswers({ places, catalog: () => effectiveDocument(places, 'workspaces').value })(request);
}

/** Says why nothing was changed, and what to do. */
export function refused(surface: Surface, { reason, detail }: Refusal, mends: Partial<Record<string, string>> = {}): ExitStatus {
  if (isPipeFailure(reason)) return reportPipeFailure(surface, reason);
  const mend = mends[reason];
  const why = [whyOf({ reason, detail }), mend].filter((part) => part !== undefined).join('; ');
  return failedBecause(surface, why, reason);
}

function whyOf({ reason, detail }: { readonly reason: SettingsFailure; readonly detail: string | undefined }): string | undefined {
  if (detail === undefined) return sentences[reason]?.();
  const disk = isDiskReason(detail) ? detail : /^E[A-Z0-9]+$/.test(detail) ? diskReasonOf(detail) : null;
  if (reason !== 'failed' || disk === null) return sayHeard(detail);
  return say('the document could not be written: {why}', { why: diskWithMend(disk) });
}

const sentences: Partial<Record<string, () => string>> = {
  bad_request: () => say('Hub does not accept these words'),
  unknown_workspace: () => say('there is no such WorkSpace; for the list: hub workspace list'),
  failed: () => say('the document could not be written'),
};
