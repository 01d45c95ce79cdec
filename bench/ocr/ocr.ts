/**
 * Text in pictures: how much of it is read wrongly, beside the `tesseract` of the system, as it is and with the picture prepared as Hub prepares it;
 * what a picture costs. Every picture is drawn by a browser from texts of the bench.
 *
 * What is measured, `measured-texts.ts` and `measured-code.ts` in Liberation, Lato, P052, Inter, DejaVu Sans, JetBrains Mono, Noto Sans Mono, Nimbus
 * Mono, Noto Sans CJK, Droid Sans Fallback and VL Gothic, is apart from what recognition may be tuned on, `tuning-samples.ts` in DejaVu Serif and Sans
 * Mono, C059, Nimbus Sans, URW Gothic and Noto Mono: neither a text nor a font is in both. `--tuning 1 --show 1` shows the lines of the latter that are
 * read wrongly; those of the former are not to be looked at while something is changed.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromiumPath } from '../../test/page/page-browser.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import { comparable, errorsOf } from './errors.ts';
import { measured } from './measured-texts.ts';
import { drawn, missingFonts, type Planned, plannedPictures, type TextOnScreen } from './pictures.ts';
import { installedLanguages, type Read, readAsItIs, readByHub, readPrepared, secondsOfCommand, systemTesseract } from './recognizers.ts';
import { type Reading, tell, tellColdStart } from './results.ts';
import { tuning } from './tuning-samples.ts';

export const ocr: Bench = {
  about:
    'text in pictures: characters read wrongly, beside the tesseract of the system as it is and prepared; time, memory; --pictures 12 for fewer, --tuning 1 for those that it may be tuned on, --show 1 for the lines read wrongly',
  options: { pictures: 0, tuning: 0, show: 0 },
  run: async (report, parts, { pictures = 0, tuning: isTuning = 0, show = 0 }) => {
    if (!existsSync(chromiumPath)) return report.note('Nothing was measured: the pictures are drawn by Chromium.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-ocr-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true }));
    const all = plannedPictures(isTuning > 0 ? tuning : measured);
    if (isTuning > 0) report.note('These are the pictures that recognition may be tuned on: their figures say nothing about others.');
    const system = systemTesseract();
    report.note(system === null ? 'tesseract was not measured: it is not installed.' : `Beside ${system.version}.`);
    const { languages, plans } = measurable(report, all);
    const readings: Reading[] = [];
    for (const [at, screen] of (await drawn(few(plans, pictures))).entries()) {
      const file = path.join(folder, `${at}.png`);
      writeFileSync(file, screen.png);
      const { language } = screen.sample;
      const hub = await readByHub(file, language, languages);
      const hasSystem = system?.languages.includes(language) === true;
      const asItIs = hasSystem ? readAsItIs(file, language) : null;
      const prepared = hasSystem ? await readPrepared(file, language) : null;
      if (show > 0) showWrongLines(report, screen, hub);
      readings.push({
        screen,
        peakMegabytes: hub.peakMegabytes,
        hub: judged(screen, hub),
        asItIs: asItIs && judged(screen, asItIs),
        prepared: prepared && judged(screen, prepared),
      });
    }
    if (readings.length === 0) return report.note('Nothing was measured.');
    tell(report, readings);
    tellColdStart(report, secondsOfCommand(path.join(folder, '0.png')));
  },
};

/** Without what cannot be measured here, which is reported. */
function measurable(report: Report, all: readonly Planned[]): { readonly languages: string; readonly plans: readonly Planned[] } {
  const lacking = missingFonts(all.map(({ look }) => look.family));
  const { folder, missing } = installedLanguages(new Set(all.map(({ sample }) => sample.language)));
  const tellMissing = (why: string, isLeft: (plan: Planned) => boolean): void => {
    const count = all.filter(isLeft).length;
    report.note(`Not measured: ${count} ${count === 1 ? 'picture' : 'pictures'} ${why}.`);
  };
  for (const family of lacking) tellMissing(`in ${family}, which is not installed`, ({ look }) => look.family === family);
  for (const language of missing) tellMissing(`in ${language}, whose data could not be had`, ({ sample }) => sample.language === language);
  const plans = all.filter(({ sample, look }) => !lacking.includes(look.family) && !missing.includes(sample.language));
  return { languages: folder, plans };
}

/** So many of them, from all parts; 0 for all. */
function few(plans: readonly Planned[], wanted: number): readonly Planned[] {
  const count = wanted === 0 ? plans.length : Math.min(wanted, plans.length);
  return Array.from({ length: count }, (_, at) => plans[Math.floor(((at + 0.5) * plans.length) / count)]).filter(
    (plan) => plan !== undefined,
  );
}

function judged({ text, sample }: TextOnScreen, read: Read): Reading['hub'] {
  return { seconds: read.seconds, errors: errorsOf(text, read.text, sample.kind) };
}

function showWrongLines(report: Report, { text, sample, look }: TextOnScreen, read: Read): void {
  const [expected, found] = [comparable(text, sample.kind), comparable(read.text, sample.kind)].map((one) => one.split('\n'));
  report.note(`\n${sample.kind} ${sample.what}, ${look.font}${look.isDark ? ', dark' : ''}, ${look.scale}x`);
  for (const line of expected ?? []) if (found?.includes(line) === false) report.note(`- ${line}`);
  for (const line of found ?? []) if (expected?.includes(line) === false) report.note(`+ ${line}`);
}
