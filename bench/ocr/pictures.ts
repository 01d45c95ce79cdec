/** Pictures of text, as a browser draws it: in several fonts and sizes, light and dark, on screens of one and of two pixels for each of CSS. */
import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../test/page/page-browser.ts';
import { type Kind, type Sample, type SampleSet, textOf } from './samples.ts';

export interface TextOnScreen {
  readonly sample: Sample;
  readonly look: Look;
  /** As it is shown, with its line ends and indentation. */
  readonly text: string;
  readonly png: Buffer;
}

export interface Look {
  /** Its family alone. */
  readonly family: string;
  /** As CSS has it, with the size. */
  readonly font: string;
  readonly isDark: boolean;
  /** Device pixels for one of CSS. */
  readonly scale: 1 | 2;
}

export interface Planned {
  readonly sample: Sample;
  readonly look: Look;
}

/** Of fontconfig. */
const fontList = 'fc-list';
const screens = [
  { isDark: false, scale: 1 },
  { isDark: true, scale: 1 },
  { isDark: false, scale: 2 },
  { isDark: true, scale: 2 },
] as const;
/** There are so few fonts of these that each sample is shown in all of them. */
const inEveryFont: ReadonlySet<Kind> = new Set(['chinese', 'japanese']);

/** Every sample on each screen; from sample to sample, the next font is on the first one. */
export function plannedPictures({ samples, fonts }: SampleSet): readonly Planned[] {
  return samples.flatMap((sample, at) => {
    const known = fonts[sample.kind];
    return screens.flatMap((screen, which) => {
      const shown = inEveryFont.has(sample.kind) ? known : known.slice((at + which) % known.length).slice(0, 1);
      return shown.map((font) => ({ sample, look: { ...screen, font, family: /"(.*)"/.exec(font)?.[1] ?? font } }));
    });
  });
}

/** Those of these fonts that the system lacks, by fontconfig: a browser would show another one. */
export function missingFonts(families: Iterable<string>): readonly string[] {
  return [...new Set(families)].filter((family) => spawnSync(fontList, [`:family=${family}`], { encoding: 'utf8' }).stdout?.trim() === '');
}

/** In a Chromium of its own; each picture once. */
export async function drawn(plans: readonly Planned[]): Promise<readonly TextOnScreen[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const found: TextOnScreen[] = [];
    for (const { sample, look } of plans) found.push({ sample, look, text: textOf(sample), png: await picture(browser, sample, look) });
    return found;
  } finally {
    await browser.close();
  }
}

async function picture(browser: Browser, sample: Sample, look: Look): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 760, height: 200 }, deviceScaleFactor: look.scale });
  const colours = look.isDark ? 'background:#22272e;color:#adbac7' : 'background:#fdfdfd;color:#24292f';
  await page.setContent(`<body style="margin:12px;font:${look.font.replaceAll('"', "'")};${colours}">${markup(sample)}</body>`);
  // While the machine is busy, a browser that has only just started cannot always capture anything.
  const capture = (): Promise<Buffer> => page.screenshot({ fullPage: true });
  const png = await capture().catch(capture);
  await page.close();
  return png;
}

function markup({ kind, shows }: Sample): string {
  if (kind === 'code' || kind === 'terminal')
    return `<pre style="font:inherit;margin:0;line-height:1.4">${escaped(shows.join('\n'))}</pre>`;
  const rows = shows.map((row) =>
    typeof row === 'string'
      ? `<p style="line-height:1.5">${escaped(row)}</p>`
      : `<div style="display:flex;gap:48px;padding:6px 0">${row.map((cell) => `<span>${escaped(cell)}</span>`).join('')}</div>`,
  );
  return rows.join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
