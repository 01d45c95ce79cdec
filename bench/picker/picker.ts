/**
 * The picker in the hand: from the shortcut to the window with the keyboard, from a letter to the results on the screen, from Enter to the text in an
 * editor; then many pastes, which have to be in that editor and nowhere else. CopyQ does the same beside it, if it is installed. Both are looked at
 * from outside in the same way: keys by XTEST, the active window, pixels. Both are called by the same shortcut, which in CopyQ runs `toggle()`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askAction } from '../../src/client/ask-pipes.ts';
import { Desktop } from '../../test/harness/desktop/desktop.ts';
import { until } from '../../test/harness/until.ts';
import type { Bench } from '../bench.ts';
import { logLines } from '../component-log.ts';
import { startFilled } from '../filled-hub.ts';
import { filledCopy } from '../measuring/filled-journal.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import { CopyQ, copyqVersion } from '../programs/copyq.ts';
import { Editor, stripWidth } from './editor.ts';
import { HandAndEye, type Region } from './hand-and-eye.ts';

/** A clipboard manager with its window, called and typed into. */
interface Rival {
  readonly name: string;
  readonly desktop: Desktop;
  readonly hand: HandAndEye;
  /** Its window, once it was shown. */
  readonly window: () => Promise<number>;
  /** Its window is where it was when it is shown again. */
  readonly staysInPlace: boolean;
  /** Escape clears what is typed, and leaves only after that. */
  readonly clearsFirst: boolean;
  /** Calls it; resolves with when. */
  readonly call: () => Promise<number>;
  /** What its log says of the picker and of pastes since then (ms since 1970). */
  readonly told?: (sinceMs: number, untilMs?: number) => string;
}

/** It keeps no more. */
const mostOfCopyQ = 10_000;
const screenHeight = 800;
const restMs = 250;
/** A call that takes longer is told with what the log says of it. */
const slowMs = 250;
/** Of so many rounds one types, two paste, and the others only open it. */
const roundKinds = { all: 5, typing: 0, pasting: [1, 2] };

export const picker: Bench = {
  about:
    'the picker: shortcut to window, letter to results, Enter to text in an editor; --fragments N, --rounds N, --pastes N; beside CopyQ',
  options: { fragments: 100_000, rounds: 100, pastes: 50 },
  run: async (report, parts, { fragments = 100_000, rounds = 100, pastes = 50 }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hub-bench-picker-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true }));
    const hub = await startHub(parts, fragments);
    const rivals = [hub, ...(await startCopyQ(report, parts, fragments, folder))];
    const figures = [];
    // Half as many of the others: only Hub has targets.
    for (const rival of rivals) {
      const measured = await measure(rival, rival === hub ? rounds : Math.ceil(rounds / 2), folder);
      figures.push({ name: rival.name, ...measured });
      for (const { calledAtMs, openedMs } of measured.slow)
        report.note(
          `${rival.name}: ${Math.round(openedMs)} ms for the call of ${new Date(calledAtMs).toISOString()}; ${rival.told?.(calledAtMs, calledAtMs + 2 * openedMs) ?? ''}`,
        );
      if (measured.unseen > 0) report.note(`${rival.name}: ${measured.unseen} times nothing was seen for 5 s; these are in no figure`);
    }
    const row = (name: string, times: readonly number[]) => [name, ...statisticCells(summarize(times))];
    report.table(
      'From the shortcut to the window with the keyboard, ms',
      ['', ...statisticColumns],
      figures.map(({ name, opened }) => row(name, opened)),
    );
    report.table(
      '… and until it is drawn, ms',
      ['', ...statisticColumns],
      figures.filter(({ drawn }) => drawn.length > 0).map(({ name, drawn }) => row(name, drawn)),
    );
    report.table(
      `From a letter to other results among ${fragments} copies, ms`,
      ['', ...statisticColumns],
      figures.map(({ name, found }) => row(name, found)),
    );
    report.table(
      'From Enter to the text in mousepad, ms',
      ['', ...statisticColumns],
      figures.map(({ name, pasted }) => row(name, pasted)),
    );
    const own = figures[0];
    if (own === undefined) return;
    const opened = summarize(own.opened);
    report.target({ what: 'shortcut to window with focus, p50', figure: opened.p50, limit: 120, better: 'lower', unit: 'ms' });
    report.target({ what: 'shortcut to window with focus, p99', figure: opened.p99, limit: 250, better: 'lower', unit: 'ms' });
    report.target({ what: 'letter to results, p50', figure: summarize(own.found).p50, limit: 30, better: 'lower', unit: 'ms' });
    report.target({ what: 'Enter to text in the editor, p50', figure: summarize(own.pasted).p50, limit: 150, better: 'lower', unit: 'ms' });
    if (pastes > 0) await pasteMany(report, hub, pastes, folder);
  },
};

async function startHub(parts: AsyncDisposableStack, fragments: number): Promise<Rival> {
  const { desktop, hub } = await startFilled(parts, fragments, () => {});
  const hand = parts.use(await HandAndEye.open(desktop.display));
  const window = async (): Promise<number> => until('window of Hub', async () => (await desktop.windows('Hub'))[0]);
  await window();
  await pause(2_000);
  await askAction(hub.places, 'toggle', { timeoutMs: 5_000 });
  await until('hidden window', async () => (await desktop.windows('Hub')).length === 0);
  const call = (): Promise<number> => hand.press('Ctrl', 'Shift', 'V');
  const told = (sinceMs: number, untilMs = Number.POSITIVE_INFINITY): string => {
    const lines = ['page answered', 'page drew', 'picker opened', 'pasted', 'nothing was pasted'].flatMap((event) =>
      logLines(hub.places.logs, 'hub.log', event),
    );
    return lines
      .filter(({ time }) => Date.parse(String(time)) >= sinceMs && Date.parse(String(time)) <= untilMs)
      .map((line) => JSON.stringify(line))
      .join(' ');
  };
  return { name: 'Hub', staysInPlace: true, clearsFirst: false, desktop, hand, window, call, told };
}

async function startCopyQ(report: Report, parts: AsyncDisposableStack, fragments: number, folder: string): Promise<readonly Rival[]> {
  const version = copyqVersion();
  if (version === null) {
    report.note('CopyQ is not installed, so it is not compared with Hub. On Debian: apt-get install copyq');
    return [];
  }
  const desktop = parts.use(await Desktop.start('1280x800'));
  const copyq = parts.use(await CopyQ.start(desktop.display, path.join(folder, 'copyq')));
  const most = Math.min(fragments, mostOfCopyQ);
  const kept = await copyq.fill(Array.from({ length: most }, (_, index) => filledCopy(fragments - most + index + 1).text.trim()));
  report.note(`${version}, with ${kept} copies`);
  const hand = parts.use(await HandAndEye.open(desktop.display));
  const window = async (): Promise<number> => until('window of CopyQ', async () => (await desktop.windows('copyq', 'class'))[0]);
  const call = (): Promise<number> => hand.press('Ctrl', 'Shift', 'V');
  await copyq.searchByTyping('ctrl+shift+v');
  await copyq.show();
  await window();
  await pause(1_000);
  await hand.press('Escape');
  await pause(1_000);
  return [{ name: 'CopyQ', staysInPlace: false, clearsFirst: true, desktop, hand, window, call }];
}

interface Figures {
  readonly opened: readonly number[];
  readonly drawn: readonly number[];
  readonly found: readonly number[];
  readonly pasted: readonly number[];
  /** What did not happen in time. */
  readonly unseen: number;
  /** Calls that took long: when (ms since 1970), and how long. */
  readonly slow: readonly { readonly calledAtMs: number; readonly openedMs: number }[];
}

async function measure(rival: Rival, rounds: number, folder: string): Promise<Figures> {
  const { hand } = rival;
  await using editor = await Editor.open(rival, path.join(folder, `${rival.name}.txt`));
  const [opened, drawn, found, pasted]: number[][] = [[], [], [], []];
  const slow: Figures['slow'][number][] = [];
  const window = await shownOnce(rival);
  for (let round = 0; round < rounds; round += 1) {
    await hand.press('Ctrl', 'A');
    await hand.press('Delete');
    await pause(restMs + (round % 7) * 17);
    const kind = round % roundKinds.all;
    const atMs = await rival.call();
    const openedMs = (await hand.becomesActive(window)) - atMs;
    opened?.push(openedMs);
    const calledAtMs = performance.timeOrigin + atMs;
    if (openedMs > slowMs) slow.push({ calledAtMs, openedMs });
    if (rival.staysInPlace) drawn?.push((await hand.settles(await regionOf(rival, window))) - atMs);
    await pause(restMs);
    await keepOnScreen(rival, window);
    const region = await regionOf(rival, window);
    const digits = String(10_000 + ((round * 7_919) % 80_000));
    for (const digit of kind === roundKinds.typing ? digits.slice(0, 4) : '') {
      await pause(restMs);
      const before = await hand.look(region);
      const typedMs = await hand.press(digit);
      found?.push((await hand.differs(region, before)) - typedMs);
      await hand.settles(region);
    }
    if (!roundKinds.pasting.includes(kind)) {
      if (kind === roundKinds.typing && rival.clearsFirst) await hand.press('Escape');
      await hand.press('Escape');
    } else {
      const strip = await editor.strip();
      const before = await hand.look(strip);
      const enteredMs = await hand.press('Enter');
      pasted?.push((await hand.differs(strip, before)) - enteredMs);
    }
    await hand.losesFocus(window);
  }
  const whole = (times: readonly number[] = []): readonly number[] => times.filter(Number.isFinite);
  const unseen = [opened, found, pasted].flat().filter((ms) => !Number.isFinite(ms)).length;
  return { opened: whole(opened), drawn: whole(drawn), found: whole(found), pasted: whole(pasted), unseen, slow };
}

/** CopyQ moves its window each time that it is shown, in the end off the screen. */
async function keepOnScreen({ desktop, hand }: Rival, window: number): Promise<void> {
  const { x, y, height } = await hand.placeOf(window);
  if (x >= stripWidth && y >= 0 && y + height <= screenHeight) return;
  await desktop.move(window, stripWidth + 20, 80);
  await pause(restMs);
}

/** The first time takes longer, and tells which window it is. */
async function shownOnce(rival: Rival): Promise<number> {
  await rival.call();
  const window = await rival.window();
  await rival.hand.becomesActive(window);
  await keepOnScreen(rival, window);
  await pause(1_000);
  await rival.hand.press('Escape');
  await rival.hand.losesFocus(window);
  return window;
}

/** A piece of its list: to look at more would keep the display from drawing. */
async function regionOf({ hand }: Rival, window: number): Promise<Region> {
  const { x, y } = await hand.placeOf(window);
  return { x: x + 60, y: y + 90, width: 200, height: 40 };
}

/** Each as soon as the one before is in the editor, and a second editor that has to stay empty. */
async function pasteMany(report: Report, rival: Rival, pastes: number, folder: string): Promise<void> {
  const { hand } = rival;
  await using other = await Editor.open(rival, path.join(folder, 'other.txt'));
  await using editor = await Editor.open(rival, path.join(folder, 'thousand.txt'));
  const window = await shownOnce(rival);
  const startMs = performance.now();
  let missing = 0;
  for (let paste = 1; paste <= pastes; paste += 1) {
    const calledMs = Date.now();
    await rival.call();
    await hand.becomesActive(window);
    await hand.settles(await regionOf(rival, window));
    await hand.press('Alt', String((paste % 9) + 1));
    await hand.becomesActive(editor.window);
    if (await editor.hasLines(paste - missing)) continue;
    missing += 1;
    report.note(`paste ${paste} did not arrive; of it Hub says: ${rival.told?.(calledMs) ?? 'nothing'}`);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const arrived = editor.lines();
  const elsewhere = (await other.saved()).length;
  report.table(
    'Pastes one after another',
    ['pressed', 'arrived', 'characters elsewhere', 'seconds'],
    [[String(pastes), arrived, elsewhere, seconds.toFixed(0)]],
  );
  report.never('pastes that did not arrive', pastes - arrived);
  report.never('characters in another window', elsewhere);
}
