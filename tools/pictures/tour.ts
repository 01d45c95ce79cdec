/** `docs/pictures/tour.png`: runs the tour (tools/demo.ts) and shows what it printed, word for word, as a terminal would. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const picture = path.join(root, 'docs', 'pictures', 'tour.png');
const browser = 'chromium';
const widthPx = 1_200;
const lineHeightPx = 25;
const barPx = 44;
const paddingPx = 26;

const style = `
  html, body { margin: 0; background: transparent; }
  body { font: 15.5px/${lineHeightPx}px 'DejaVu Sans Mono', monospace; color: #c9d1d9; }
  main { border-radius: 14px; background: #14171c; overflow: hidden; }
  header { height: ${barPx}px; line-height: ${barPx}px; background: #1f242c; color: #8b949e; text-align: center; font-size: 14px; }
  pre { margin: 0; padding: ${paddingPx}px 42px; font: inherit; }
  .prompt, .good { color: #7ee787; } .command { color: #ffffff; font-weight: bold; } .quiet { color: #8b949e; }
  .name { color: #a5d6ff; } .strong { color: #ffffff; } .careful { color: #e3b341; }
`;

/** Colours a line by its form, without changing the text. */
function coloured(line: string): string {
  const safe = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (safe.startsWith('$ ')) return `<span class="prompt">$</span> <span class="command">${safe.slice(2)}</span>`;
  if (/^(A tour|Everything|ID +COPIED)/.test(safe)) return `<span class="quiet">${safe}</span>`;
  if (/^(Somebody|Saved in|Hub )/.test(safe)) return `<span class="strong">${safe}</span>`;
  return safe
    .replace(/\b(running|saved)\b/, '<span class="good">$1</span>')
    .replace(/^(Not kept)/, '<span class="careful">$1</span>')
    .replace(/(\S+\.[a-z]+)( +\(\d+ bytes\))?$/, '<span class="name">$1</span><span class="quiet">$2</span>');
}

export function drawTour(): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-picture-'));
  try {
    const output = execFileSync(process.execPath, [path.join(root, 'tools', 'demo.ts')], { encoding: 'utf8' });
    const lines = output.trimEnd().split('\n');
    const page = path.join(folder, 'page.html');
    const text = lines.map(coloured).join('\n');
    const body = `<main><header>npm run demo</header><pre>${text}</pre></main>`;
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
    execFileSync(
      browser,
      [
        '--headless=new',
        '--hide-scrollbars',
        '--force-device-scale-factor=2',
        '--default-background-color=00000000',
        `--user-data-dir=${folder}`,
        `--window-size=${widthPx},${lines.length * lineHeightPx + 2 * paddingPx + barPx}`,
        `--screenshot=${picture}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium's sandbox refuses root
        `file://${page}`,
      ],
      { stdio: 'ignore', timeout: 60_000 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
