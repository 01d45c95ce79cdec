/** What is read in a picture once its lines are level and stand upright: most do from the beginning. */
import { withoutBlockCursors } from '../block-cursors.ts';
import { numberedShortText } from '../cells/numbered-short-text.ts';
import type { Original } from '../cells/own-ground.ts';
import { type ShortText, shortText, shortTextWithCursor } from '../cells/short-text.ts';
import { turned } from '../decoding/orientation.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { withRaisedUnderscores } from '../low-underscores.ts';
import { withoutGutter } from '../preparing/gutter.ts';
import { withDarkLabels } from '../preparing/light-labels.ts';
import { preparedPicture } from '../preparing/prepared-picture.ts';
import { hasClearLetters, type ReadLine } from '../read-lines.ts';
import { type Rules, type Side, withoutRules } from '../without-rules.ts';
import { certaintyOf, isText, isUpright } from './certainty.ts';
import { levelled } from './levelled.ts';
import { slopeOfLines } from './lines-of-ink.ts';
import { type Turn, turnedBack, turnOfText } from './turned-text.ts';

export interface UprightText {
  /** As it was read. */
  readonly picture: GreyPicture;
  /** With underscores where they are. */
  readonly plain: GreyPicture;
  /** Before it was prepared; null if its lines were not level. */
  readonly original: Original | null;
  /** None where there is no text. */
  readonly lines: readonly ReadLine[];
  /** The lines down that were cleared. */
  readonly sides: readonly Side[];
  /** Lines were cleared that are between no cells: they may be signs. */
  readonly mayLackSigns: boolean;
  /** How many of its pixels are one of the picture as it is shown. */
  readonly scale: number;
  /** In pixels of the picture as it is shown. */
  readonly placeOf: (box: Box) => Box;
}

/** In pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Readers {
  /** The whole picture. */
  readonly read: (picture: GreyPicture) => readonly ReadLine[];
  /** A part of it, to tell whether it is text at all. */
  readonly readPart: (picture: GreyPicture) => readonly ReadLine[];
  /** Whether there is time to read it another way. */
  readonly hasTime: () => boolean;
}

export function uprightText(
  drawn: GreyPicture,
  rules: Rules,
  { read, readPart, hasTime }: Readers,
): UprightText & { readonly short?: ShortText; readonly numbers?: readonly ReadLine[] } {
  const shown = viewOf(drawn, null, rules);
  const lines = read(shown.picture);
  // The lines that were cleared between cells took parts of letters with them: the network would say what is left. Numbers of lines are tried all the same: a rule stands beside them too, and they are to be 1, 2, 3.
  const mayBeShort = !areCells(lines, shown.sides);
  const short = mayBeShort ? shortText(shown.plain, lines, hasTime) : null;
  if (short !== null) return { ...shown, lines: [], short };
  const numbered = numberedShortText(shown.plain, lines, hasTime);
  if (numbered !== null) return { ...shown, plain: numbered.picture, lines: [], short: numbered, numbers: numbered.numbers };
  const besideCursor = mayBeShort ? shortTextWithCursor(shown.plain, lines, hasTime) : null;
  if (besideCursor !== null) return { ...shown, plain: besideCursor.picture, lines: [], short: besideCursor };
  const mayBeTurned = !isUpright(lines) && hasTime();
  const turn = mayBeTurned ? turnOfText(shown.picture, certaintyOf(lines), readPart) : null;
  if (turn === null) return { ...shown, lines: isText(lines) ? lines : mayBeTurned ? lines.filter(hasClearLetters) : [] };
  const view = viewOf(drawn, turn, rules);
  return { ...view, lines: read(view.picture) };
}

/** Whether a line of the text stands on both sides of one of these. */
function areCells(lines: readonly ReadLine[], sides: readonly Side[]): boolean {
  return lines.some(({ top, bottom, words }) => {
    const symbols = words.flatMap((word) => word.symbols);
    const isAcross = (side: Side): boolean => side.top < bottom && side.bottom > top;
    return sides.some(
      (side) => isAcross(side) && symbols.some(({ right }) => right <= side.x) && symbols.some(({ left }) => left >= side.x),
    );
  });
}

function viewOf(drawn: GreyPicture, turn: Turn | null, rules: Rules): Omit<UprightText, 'lines'> {
  const shown = withoutGutter(turn === null ? drawn : turned(drawn, turn));
  const { picture: prepared, scale } = preparedPicture(shown);
  const { picture: level, before } = levelled(prepared, slopeOfLines(prepared));
  const { picture, sides, hasCells, isCleared } = withoutRules(level, rules);
  const placeOf = ({ left, top, width, height }: Box): Box => {
    const [x, y] = before(left + width / 2, top + height / 2).map((one) => one / scale) as [number, number];
    const [wide, high] = [width / scale, height / scale];
    return turn === null ? around(x, y, wide, high) : turnedBox({ x, y, wide, high }, turn, drawn);
  };
  const plain = withoutBlockCursors(withDarkLabels(picture));
  return {
    picture: withRaisedUnderscores(plain).picture,
    plain,
    sides,
    mayLackSigns: isCleared && !hasCells,
    scale,
    placeOf,
    original: level === prepared ? { picture: shown, scale } : null,
  };
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, width, height };
}

interface Middle {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
}

/** @param turn what the picture was turned by. */
function turnedBox({ x, y, wide, high }: Middle, turn: Turn, { width, height }: GreyPicture): Box {
  if (turn === turnedBack[turn]) return around(width - x, height - y, wide, high);
  return turn === 6 ? around(y, height - x, high, wide) : around(width - y, x, high, wide);
}
