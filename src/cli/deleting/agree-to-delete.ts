/** The question before many copies are deleted: how many that are, and how many stay because of legal holds. */
import { say } from '../../domain/language/say.ts';
import type { Journal } from '../../journal/journal.ts';
import { holdsInForce, type OnHold, onHold } from '../../journal/retention/holds-in-force.ts';
import { failedBecause, type Surface } from '../surface.ts';

const countedWithinMs = 2_000;

/** Which of some copies are on hold. `isWhole`: all of them were looked at. */
export interface HeldCopies {
  readonly onHold: readonly OnHold[];
  readonly isWhole: boolean;
}

/** Which of them are on hold and will stay, as far as that can be told in the time that a command has. */
export function heldCopies(journal: Journal, ids: readonly number[], withinMs = countedWithinMs): HeldCopies {
  if (holdsInForce(journal)?.length === 0) return { onHold: [], isWhole: true };
  const endMs = performance.now() + withinMs;
  const held: OnHold[] = [];
  for (const id of ids) {
    if (performance.now() > endMs) return { onHold: held, isWhole: false };
    const hold = onHold(journal, id);
    if (hold !== null) held.push(hold);
  }
  return { onHold: held, isWhole: true };
}

/** `count`: how many are deleted; at most so many if not all were looked at, and then at least `held` stay. */
export interface ManyToDelete {
  readonly count: number;
  readonly held: number;
  readonly isWhole: boolean;
  readonly canUndo: boolean;
  /** Also copies that are still to be carried over from a damaged journal, of which nobody knows how many they are. `withFile`: files of the others are deleted. */
  readonly waiting?: { readonly withFile: boolean } | null;
  readonly yes: boolean | undefined;
}

/** Only a person at a terminal can be asked. */
export async function isAgreed(surface: Surface, many: ManyToDelete): Promise<boolean> {
  if (many.yes) return true;
  if (!surface.canAsk) {
    failedBecause(surface, refusal(many), 'not_confirmed');
    return false;
  }
  if (await surface.confirm([...staying(many), ...question(many)].join(' '), true)) return true;
  failedBecause(surface, say('nothing was deleted'), 'not_confirmed');
  return false;
}

/** In the history is nothing to be deleted. */
function isOnlyWaiting({ count, waiting }: ManyToDelete): boolean {
  return count === 0 && waiting != null;
}

function refusal(many: ManyToDelete): string {
  const { waiting } = many;
  if (waiting == null) return withoutTerminal(many);
  const [first, ...more] = isOnlyWaiting(many)
    ? [
        say(
          'this deletes no copy in the history, only copies that are still to be carried over from a damaged journal, if it is about them; to do it without a question: --yes',
        ),
        ...staying(many),
      ]
    : [withoutTerminal(many), waitingToo()];
  const after = [...more, ...filesOfWaiting(waiting)];
  return after.length === 0 ? (first ?? '') : [say('{stay}.', { stay: first ?? '' }), ...after].join(' ');
}

function waitingToo(): string {
  return say('Copies that are still to be carried over from a damaged journal are deleted as well, if this is about them.');
}

function filesOfWaiting({ withFile }: { readonly withFile: boolean }): readonly string[] {
  return withFile ? [say('Their saved files stay: only those of copies in the history are moved to the trash.')] : [];
}

function withoutTerminal({ count, held, isWhole }: ManyToDelete): string {
  if (!isWhole)
    return say(
      'this deletes at most {count, plural, one {# copy} other {# copies}}, and {held, plural, =0 {those on legal holds stay} one {at least # on a legal hold stays} other {at least # on legal holds stay}}; to do it without a question: --yes',
      { count, held },
    );
  return held === 0
    ? say('this deletes {count, plural, one {# copy} other {# copies}}; to do it without a question: --yes', { count })
    : say(
        'this deletes {count, plural, one {# copy} other {# copies}}, and {held, plural, one {# on a legal hold stays} other {# on legal holds stay}}; to do it without a question: --yes',
        { count, held },
      );
}

function staying({ held, isWhole }: ManyToDelete): readonly string[] {
  if (!isWhole)
    return [
      say(
        '{held, plural, =0 {Copies on legal holds will stay.} one {At least # copy is on a legal hold and will stay.} other {At least # copies are on legal holds and will stay.}}',
        { held },
      ),
    ];
  return held === 0 ? [] : [say('{held, plural, one {# copy is} other {# copies are}} on legal holds and will stay.', { held })];
}

function question(many: ManyToDelete): readonly string[] {
  const { waiting, canUndo } = many;
  if (waiting == null) return [ofHistory(many)];
  if (!isOnlyWaiting(many)) return [waitingToo(), ...filesOfWaiting(waiting), ofHistory(many)];
  return [
    say('This deletes no copy in the history, only copies that are still to be carried over from a damaged journal, if it is about them.'),
    ...filesOfWaiting(waiting),
    canUndo ? say('It can be undone for one minute. Delete?') : say('It cannot be undone. Delete?'),
  ];
}

function ofHistory({ count, isWhole, canUndo }: ManyToDelete): string {
  if (!isWhole)
    return canUndo
      ? say('This deletes at most {count, plural, one {# copy} other {# copies}}, which can be undone for one minute. Delete?', { count })
      : say('This deletes at most {count, plural, one {# copy} other {# copies}}, which cannot be undone. Delete?', { count });
  return canUndo
    ? say('This deletes {count, plural, one {# copy} other {# copies}}, which can be undone for one minute. Delete?', { count })
    : say('This deletes {count, plural, one {# copy} other {# copies}}, which cannot be undone. Delete?', { count });
}
