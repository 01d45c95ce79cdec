/** Pictures of text, as a browser draws it: in several fonts, sizes and colours. */
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../test/page/page-browser.ts';
import { c, prose, python, settings, terminal, typescript } from './texts.ts';

export interface TextOnScreen {
  readonly kind: 'prose' | 'code' | 'terminal' | 'interface';
  readonly name: string;
  /** As it is shown, with its line ends and indentation. */
  readonly text: string;
  readonly png: Buffer;
}

interface Look {
  readonly font: string;
  readonly isDark: boolean;
  /** Device pixels for one of CSS. */
  readonly scale: number;
}

const proseFonts = ['15px "Liberation Serif"', '16px Lato', '14px P052'];
const codeFonts = ['13px "JetBrains Mono"', '14px "Liberation Mono"', '13px "Noto Sans Mono"', '15px "Nimbus Mono PS"'];
const interfaceFonts = ['13px Lato', '14px "Liberation Sans"', '12px "DejaVu Sans"'];

/** In a Chromium of its own; each picture once. */
export async function textsOnScreen(parts: AsyncDisposableStack): Promise<readonly TextOnScreen[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath, chromiumSandbox: process.getuid?.() !== 0 });
  parts.defer(() => browser.close());
  const found: TextOnScreen[] = [];
  const add = async (kind: TextOnScreen['kind'], text: string, html: string, look: Look): Promise<void> => {
    const page = await browser.newPage({ viewport: { width: 760, height: 200 }, deviceScaleFactor: look.scale });
    await page.setContent(`<body style="margin:12px;font:${look.font.replaceAll('"', "'")};${colours(look)}">${html}</body>`);
    const png = await page.screenshot({ fullPage: true });
    await page.close();
    const name = `${look.font.replaceAll('"', '')}${look.isDark ? ', dark' : ''}${look.scale === 1 ? '' : `, ${look.scale}x`}`;
    found.push({ kind, name, text, png });
  };
  for (const look of looks(proseFonts)) {
    const text = prose.join('\n');
    await add('prose', text, prose.map((paragraph) => `<p style="line-height:1.5">${escaped(paragraph)}</p>`).join(''), look);
  }
  for (const text of [python, c, typescript]) for (const look of looks(codeFonts)) await add('code', text, fixed(text), look);
  for (const look of looks(codeFonts.slice(0, 2))) await add('terminal', terminal, fixed(terminal), look);
  for (const look of looks(interfaceFonts)) {
    const rows = settings.map(
      (cells) => `<div style="display:flex;gap:48px;padding:6px 0">${cells.map((cell) => `<span>${escaped(cell)}</span>`).join('')}</div>`,
    );
    await add('interface', settings.map((cells) => cells.join(' ')).join('\n'), rows.join(''), look);
  }
  return found;
}

/** Each font light and dark, the dark ones on a screen with twice the pixels for every second font. */
function looks(fonts: readonly string[]): readonly Look[] {
  return fonts.flatMap((font, at) => [
    { font, isDark: false, scale: 1 },
    { font, isDark: true, scale: at % 2 === 0 ? 1 : 2 },
  ]);
}

function colours({ isDark }: Look): string {
  return isDark ? 'background:#22272e;color:#adbac7' : 'background:#fdfdfd;color:#24292f';
}

function fixed(text: string): string {
  return `<pre style="font:inherit;margin:0;line-height:1.4">${escaped(text)}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
