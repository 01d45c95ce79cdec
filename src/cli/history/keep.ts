/** `hub keep [ID]`: keeps a copy that the content filter did not keep, as long as it is on the clipboard; or from now on, all such copies. */
import os from 'node:os';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { KeptAnswer } from '../../contract/requests.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { type WhyNotKept, wasNotKept, whyFiltered } from '../../domain/capture/why-not-kept.ts';
import { heardProblem } from '../../domain/conditions/problem-words.ts';
import { say, withinSentence } from '../../domain/language/say.ts';
import { secretInWords } from '../../domain/secrets/secret-in-words.ts';
import { keptOutcome } from '../../domain/view/fragment-outcome.ts';
import { changeSettings, refused } from '../configuration/change-settings.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { notDone, withBridge } from '../with-bridge.ts';
import { fragmentNamed, isNumber, noSuchFragment, notANumber } from './fragment-ids.ts';
import { withJournalAsync } from './journal-access.ts';

export interface KeepOptions {
  /** Also except the family of its secret from the content filter. */
  readonly always?: boolean;
  readonly json?: boolean;
}

export async function keep(surface: Surface, id: string | undefined, options: KeepOptions): Promise<ExitStatus> {
  if (id === undefined && options.always) return wrongUsage(surface, say('--always needs the ID of a copy that was not kept'));
  if (id === undefined) return keepNow(surface, id, options);
  if (!isNumber(id)) return notANumber(surface);
  return withJournalAsync(surface, async (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null) return noSuchFragment(surface, id);
    if (fragment.state !== 'filtered') return failedBecause(surface, say('copy {id} is in the history already', { id }), 'not_kept');
    const why = whyFiltered(fragment.reason);
    return options.always ? keepAlways(surface, fragment, why, options) : keepNow(surface, id, options, mendOf(id, why));
  });
}

async function keepNow(surface: Surface, id: string | undefined, { json }: KeepOptions, mend = ''): Promise<ExitStatus> {
  const asked = await withBridge(surface.places, (bridge) => bridge.keep(id));
  if (asked.kind === 'refused' && asked.status === 410)
    return failedBecause(surface, `${withinSentence(heardProblem(asked.word, asked.detail))}${mend}`, asked.word);
  if (asked.kind !== 'answer') return notDone(surface, asked);
  if (json) printJson(surface, asked.value);
  else surface.print(say('Kept as copy {id}: {outcome}.', { id: asked.value.id, outcome: outcomeOf(asked.value) }));
  return 0;
}

function outcomeOf(kept: KeptAnswer): string {
  return keptOutcome(kept, { workspacePath: '', userHome: os.homedir(), minTextChars: null });
}

/** What keeps such copies from now on. */
function mendOf(id: string, why: WhyNotKept | null): string {
  if (why === null) return '';
  if (why.family === null) return say('; to keep such copies, change {rule} in content-filter.json', { rule: why.rule ?? '' });
  return say('; to keep {copies} from now on: hub keep {id} --always', { copies: inPlural(why.family), id });
}

function inPlural(family: NonNullable<WhyNotKept['family']>): string {
  return say('copies that look like {secret}', { secret: secretInWords(family) });
}

async function keepAlways(
  surface: Surface,
  { id: number, origin }: Pick<JournalFragment, 'id' | 'origin'>,
  why: WhyNotKept | null,
  options: KeepOptions,
): Promise<ExitStatus> {
  const id = String(number);
  if (why?.family == null)
    return failedBecause(
      surface,
      [say('copy {id} {why}', { id, why: wasNotKept(null) }), mendOf(id, why), ': hub config edit content-filter'].join(''),
      'not_kept',
    );
  const { family } = why;
  const changed = await allow(surface, family);
  if (!changed.ok)
    return refused(surface, changed, { document_broken: say('to fix it: hub config edit {document}', { document: 'content-filter' }) });
  const now = await withBridge(surface.places, (bridge) => bridge.keep(id));
  const kept = now.kind === 'answer' ? now.value : null;
  if (options.json) printJson(surface, { ok: true, allowed: family, ...(kept ?? { id: null }) });
  else {
    surface.print(
      say('From now on, {copies} are kept (allowed_secrets in content-filter.json has {family}).', { copies: inPlural(family), family }),
    );
    surface.print(
      kept === null
        ? isGone(id, origin)
        : say('Copy {id} was still on the clipboard, and is kept as copy {kept}: {outcome}.', {
            id,
            kept: kept.id,
            outcome: outcomeOf(kept),
          }),
    );
  }
  return 0;
}

function isGone(id: string, origin: JournalFragment['origin']): string {
  return origin === 'web'
    ? say('Copy {id} itself is gone; save it again in the browser.', { id })
    : say('Copy {id} itself is gone; copy it again.', { id });
}

/** More commands than this do not change the same list at one moment. */
const mostTries = 20;

/** Adds the family to what is there at that moment: another command may add one at the same time, and none may get lost. */
async function allow({ places }: Surface, family: SecretFamily): ReturnType<typeof changeSettings> {
  for (let tries = 1; ; tries += 1) {
    const { value, revision } = effectiveDocument(places, 'content-filter');
    const allowed_secrets = [...new Set([...value.allowed_secrets, family])];
    const changed = await changeSettings(places, { op: 'set', document: 'content-filter', value: { allowed_secrets }, revision });
    if (changed.ok || changed.reason !== 'stale' || tries >= mostTries) return changed;
  }
}
