/** Judges what was captured: what it is, whether it is kept, whether it becomes a file. Gathers, lets the domain decide, records. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import type { ContentFilter, SaveRules } from '../../contract/documents.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { Detection } from '../../contract/source-snapshot.ts';
import { extensionsOf, judgeFragment } from '../../domain/filter.ts';
import { pictureSize } from '../../domain/picture-size.ts';
import { judgeSave } from '../../domain/save-policy.ts';
import { pathsOfUriList } from '../../domain/uri-list.ts';
import { contentPlaces, readFragment, tryReadHead, unjudgedFragments } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { type Judgement, recordJudgement } from '../../journal/progress.ts';
import { indexedCharacters } from '../../journal/search.ts';
import type { Knowing } from './knowing.ts';

export interface JudgingParts {
  readonly journal: Journal;
  readonly log: Log;
  readonly knowing: Knowing;
  readonly filter: () => ContentFilter;
  readonly saveRules: () => SaveRules;
  /** Hears of each fragment that was judged, and whether it waits for its file now. */
  readonly judged: (fragmentId: number, toSave: boolean) => void;
}

export interface Judging extends AsyncDisposable {
  /** Says that there may be something to judge. */
  look(): void;
}

/** A head of this size tells the type of anything, and is what a text is found by. */
const headBytes = 256 * 1024;

/** A journal that takes nothing (a full disk, another process's lock) is tried again after this. */
const retryMs = 1_000;

/** Starts with what waits from before. */
export function startJudging(parts: JudgingParts): Judging {
  let work: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let lookAgain = false;
  let stopping = false;
  const judgeAll = async (): Promise<void> => {
    let last = 0;
    const waiting = (): readonly number[] => unjudgedFragments(parts.journal).filter((id) => id > last);
    for (let ids = waiting(); ids.length > 0 && !stopping; ids = waiting()) {
      for (const id of ids) {
        if (stopping) return;
        await judgeOne(parts, id);
        last = id;
      }
    }
  };
  const look = (): void => {
    if (stopping) return;
    if (work !== null) {
      lookAgain = true; // the work may have seen the end of the list already
      return;
    }
    clearTimeout(retry);
    lookAgain = false;
    work = judgeAll()
      .catch((error) => {
        parts.log.error('judging held up', { code: errorCode(error), origin: errorOrigin(error) });
        if (!stopping) retry = setTimeout(look, retryMs);
      })
      .finally(() => {
        work = null;
        if (lookAgain) look();
      });
  };
  look();
  return {
    look,
    [Symbol.asyncDispose]: async () => {
      stopping = true;
      clearTimeout(retry);
      await work;
    },
  };
}

async function judgeOne({ journal, log, knowing, filter, saveRules, judged }: JudgingParts, id: number): Promise<void> {
  const startedAtMs = machineClockMs();
  const fragment = readFragment(journal, id);
  const place = contentPlaces(journal, id)[0];
  if (fragment === null || place === undefined) return;
  const head = tryReadHead(place, headBytes);
  const judgement = head === null ? contentGone : await judge(fragment, head, knowing, { filter: filter(), saveRules: saveRules() });
  recordJudgement(journal, id, judgement);
  const clockMs = machineClockMs();
  const { verdict, detection } = judgement;
  log.info('judged', {
    fragmentId: id,
    verdict: verdict.kind,
    because: verdict.kind === 'save' ? null : verdict.because,
    typed: detection !== null && detection.typeId !== 'txt',
    ms: toMicroseconds(clockMs - startedAtMs),
    clockMs: toMicroseconds(clockMs),
  });
  judged(id, verdict.kind === 'save');
}

/** Its file was lost from under the journal: it stays listed, and nothing can be made of it. */
const contentGone: Judgement = {
  detection: null,
  embeddedFilename: null,
  pictureSize: null,
  verdict: { kind: 'keep', because: 'content_damaged' },
  index: { body: '', names: '' },
};

interface Rules {
  readonly filter: ContentFilter;
  readonly saveRules: SaveRules;
}

async function judge(fragment: JournalFragment, head: Uint8Array, knowing: Knowing, rules: Rules): Promise<Judgement> {
  const text = fragment.kind === 'image' ? '' : new TextDecoder().decode(head);
  if (fragment.kind === 'files') return judgeFiles(fragment, text, knowing, rules);
  const { detection, embeddedFilename } = await known(fragment, head, knowing);
  return {
    detection,
    embeddedFilename,
    pictureSize: fragment.kind === 'image' ? await pictureSize(head) : null,
    verdict: verdictOf(fragment, text, detection, embeddedFilename, rules),
    index: indexOf(fragment, text, detection, embeddedFilename),
  };
}

/**
 * Copied files are judged by their paths alone, whatever is in them: one that the filter excludes is not even looked at. A single file says
 * what the fragment is, several say nothing in common.
 */
async function judgeFiles(fragment: JournalFragment, text: string, knowing: Knowing, rules: Rules): Promise<Judgement> {
  const verdict = verdictOf(fragment, text, null, null, rules);
  const [file, ...others] = pathsOfUriList(text);
  const isLookedAt = verdict.kind !== 'filter' && file !== undefined && others.length === 0;
  const detection = isLookedAt ? await knowing.identifyFile(file) : null;
  return { detection, embeddedFilename: null, pictureSize: null, verdict, index: indexOf(fragment, text, detection, null) };
}

function indexOf(
  { givenName, source }: JournalFragment,
  text: string,
  detection: Detection | null,
  embeddedFilename: string | null,
): Judgement['index'] {
  const names = [givenName ?? embeddedFilename, source.name, source.app.name, detection?.typeId].filter((name) => name).join(' ');
  return { body: text.slice(0, indexedCharacters), names };
}

/** What it is, and what it calls itself. */
async function known(
  fragment: JournalFragment,
  head: Uint8Array,
  knowing: Knowing,
): Promise<Pick<Judgement, 'detection' | 'embeddedFilename'>> {
  const declaredMediaType = fragment.mediaTypes[0];
  const found = await knowing.identify(head, {
    ...(fragment.givenName === null ? {} : { fileName: fragment.givenName }),
    ...(declaredMediaType === undefined ? {} : { declaredMediaType }),
  });
  return { detection: found.detection, embeddedFilename: fragment.kind === 'text' ? found.embeddedFilename : null };
}

function verdictOf(
  fragment: JournalFragment,
  text: string,
  detection: Detection | null,
  embeddedFilename: string | null,
  rules: Rules,
): Judgement['verdict'] {
  // A save that somebody asked for by name is not judged by rules for what is copied.
  const asked = fragment.origin === 'bridge';
  const paths = fragment.kind === 'files' ? pathsOfUriList(text) : [];
  const extensions = [...(detection === null ? [] : [detection.extension]), ...extensionsOf(embeddedFilename ?? '')];
  const filtered = asked ? 'keep' : judgeFragment({ paths, extensions }, rules.filter);
  if (filtered !== 'keep') return { kind: 'filter', because: filtered };
  const characters = fragment.kind === 'text' ? Math.max([...text.trim()].length, fragment.bytes > headBytes ? headBytes : 0) : 0;
  return judgeSave({ kind: fragment.kind, characters, detection, asked }, rules.saveRules);
}
