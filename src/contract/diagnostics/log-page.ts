/**
 * The page of the logs (§4.2, `ExportLogsHtml`): how the lines are embedded in it, for the program that writes it and the script in it that shows them.
 * A log has few kinds of lines, which differ in their numbers: a line is its kind (its shape), its time, its process, the capture it is about, and its values.
 * So a million lines take some megabytes, and are filtered by looking at their shapes.
 *
 * Lines come in blocks, each a script element of the class `lines` that no browser runs: Base64 of gzip of the columns below, little-endian, one after another.
 *
 *     Uint32   lines             how many
 *     Uint32   bytes of values
 *     Float64  time of the first line, Unix, ms
 *     Uint32   × lines           ms since the line before
 *     Uint32   × lines           the capture; 0 for none
 *     Uint16   × lines           the shape
 *     Uint16   × lines           the process
 *     UTF-8    values            those of a line with tabs between them, each line with a line feed
 */
import type { Language } from '../documents/hub.ts';

/** Lines of a block; the last one, and one before a long silence, are shorter. */
export const blockLines = 32_768;
export const blockHeadBytes = 16;

export const logPageIds = { head: 'head', lines: 'lines', root: 'log' } as const;

/** The field with the clock of the machine, by which benchmarks compare processes: nobody reads it in a list of lines. */
export const clockField = 'clockMs';

/** From the least important one. */
export const logPageLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'] as const;

/** `value`: null if it differs from line to line. */
export type ShapeField = readonly [name: string, value: string | null];

export interface LineShape {
  /** In `logPageLevels`. */
  readonly level: number;
  readonly event: string;
  readonly fields: readonly ShapeField[];
}

/** `component`: in `components`. */
export type LineProcess = readonly [component: number, pid: number];

/**
 * Captures in a row, and their fragments in a row, whose numbers the history shows: so many fragments are of the first capture, as many of the next. A capture may
 * be in several runs.
 */
export type CopyRun = readonly [capture: number, fragment: number, captures: number, fragmentsEach: number];

/** As JSON in the script element `head`, after all blocks. */
export interface LogPageHead {
  readonly language: Language;
  readonly madeAtMs: number;
  readonly version: string;
  readonly lines: number;
  /** Older lines were left out. */
  readonly isCut: boolean;
  /** How many damaged lines of each file were left out. */
  readonly unreadable: readonly (readonly [file: string, count: number])[];
  readonly components: readonly string[];
  readonly processes: readonly LineProcess[];
  readonly shapes: readonly LineShape[];
  /** Captures of lines that became known only from later ones: pairs of a line's position and the capture. */
  readonly laterCaptures: readonly number[];
  readonly copies: readonly CopyRun[];
  readonly texts: LogPageTexts;
}

/** What is said about a capture by the numbers of its fragments; or by its own if no line tells those. */
export interface CopyTexts {
  readonly name: string;
  readonly path: string;
  readonly follow: string;
}

/** What the page says, in the user's language. `{}` is replaced by a value. */
export interface LogPageTexts {
  readonly title: string;
  readonly made: string;
  readonly zone: string;
  readonly loading: string;
  readonly unreadable: string;
  readonly failed: string;
  readonly search: string;
  readonly searchHint: string;
  readonly searchCut: string;
  readonly level: string;
  readonly levelFrom: string;
  readonly allLevels: string;
  readonly components: string;
  readonly from: string;
  readonly until: string;
  readonly wholeTime: string;
  readonly wrongTime: string;
  readonly timeline: string;
  readonly timelineHint: string;
  /** Of the highest bars: `{}` lines and `{errors}` errors. */
  readonly heights: string;
  readonly muchEarlier: string;
  readonly muchLater: string;
  readonly lines: string;
  readonly errors: string;
  readonly time: string;
  readonly component: string;
  readonly event: string;
  readonly details: string;
  readonly copy: string;
  readonly ofCopy: CopyTexts;
  readonly ofCopies: CopyTexts;
  readonly ofCapture: CopyTexts;
  readonly endPath: string;
  readonly shown: string;
  readonly cut: string;
  readonly damaged: string;
  readonly nothing: string;
  readonly clear: string;
  readonly close: string;
  readonly keys: string;
}
