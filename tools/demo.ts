/**
 * `npm run demo`: the tour for a machine without a display. A private virtual display, a separate Hub, five real copies by a real X11 program, and
 * their results. It touches neither your clipboard nor your Hub.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { startXDisplay } from '../test/harness/desktop/x-display.ts';
import { ClipboardOwner, type OwnedTargets } from '../test/harness/owners/clipboard-owner.ts';

interface Copy {
  readonly what: string;
  readonly from: { readonly title: string; readonly className: string };
  readonly targets: OwnedTargets;
}

const program = path.join(import.meta.dirname, '../bin/hub.ts');
const settleWithinMs = 10_000;

const code = `def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle]
`;
const namedCode = `// src/tide-table.ts
export interface Tide {
  readonly at: Date;
  readonly heightMetres: number;
}
`;
const table = 'Harbour\tHigh water\tHeight\nBrest\t04:12\t6.9\nDover\t11:40\t6.2\nCuxhaven\t00:31\t3.4\n';
const password = 'correct horse battery staple';

const copies: readonly Copy[] = [
  { what: 'four lines of Python', from: { title: 'statistics.py', className: 'Editor' }, targets: text(code) },
  {
    what: 'TypeScript with its file name in it',
    from: { title: 'A chat with an assistant', className: 'Browser' },
    targets: text(namedCode),
  },
  {
    what: 'a picture',
    from: { title: 'Paint', className: 'Paint' },
    targets: { 'image/png': { content: { base64: picture().toString('base64') } } },
  },
  {
    what: 'three rows of a table',
    from: { title: 'Tides.ods', className: 'Spreadsheet' },
    targets: { ...text(table), 'text/html': { content: { text: html(table) } } },
  },
  {
    what: 'a password, which its manager marks as secret',
    from: { title: 'Passwords', className: 'PasswordManager' },
    targets: { ...text(password), 'x-kde-passwordManagerHint': { content: { text: 'secret' } } },
  },
];

function text(content: string): OwnedTargets {
  return { UTF8_STRING: { content: { text: content } } };
}

function html(rows: string): string {
  const cells = (row: string): string => row.replaceAll(/[^\t]+/g, (cell) => `<td>${cell}</td>`).replaceAll('\t', '');
  return `<table>${rows
    .trimEnd()
    .split('\n')
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join('')}</table>`;
}

/** A small PNG (https://www.w3.org/TR/png-3/): the evening sky over water. */
function picture(): Buffer {
  const size = 96;
  const rows = Array.from({ length: size }, (_, y) => {
    const depth = y < size * 0.6 ? y / size : (size - y) / size;
    const pixels = Array.from({ length: size }, () => [
      Math.round(250 * (1 - depth)),
      Math.round(120 + 90 * depth),
      Math.round(90 + 160 * depth),
    ]);
    return Buffer.from([0, ...pixels.flat()]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Runs `hub …` and prints it as in a terminal. */
async function hub(env: NodeJS.ProcessEnv, words: readonly string[], shown: boolean): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
  if (shown) say(`\n$ hub ${words.join(' ')}\n${stdout.trimEnd()}`);
  return stdout;
}

/** Waits until Hub has handled this many copies, secrets included, and has finished its saves. */
async function settled(env: NodeJS.ProcessEnv, number: number): Promise<void> {
  const endMs = performance.now() + settleWithinMs;
  while (performance.now() < endMs) {
    const { copies: counted } = JSON.parse(await hub(env, ['status', '--json'], false));
    const { items } = JSON.parse(await hub(env, ['history', '--json', '--limit', '99'], false));
    const moving = items.some(
      (fragment: { state: string; reason: string | null }) =>
        fragment.state === 'captured' || (fragment.state === 'kept' && fragment.reason === null),
    );
    if (counted.captured + counted.concealed >= number && !moving) return;
  }
  throw new Error(`copy ${number} was not seen within ${settleWithinMs / 1_000} s`);
}

function tree(folder: string, indent = '  '): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory()
        ? [`${indent}${entry.name}/`, ...tree(file, `${indent}  `)]
        : [`${indent}${entry.name}  (${statSync(file).size} bytes)`];
    });
}

/** Looks for the secret in every file that Hub has written. */
function whereabouts(secret: string, folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.filter((entry) => readFileSync(path.join(entry.parentPath, entry.name)).includes(secret));
  if (found.length > 0) return `its text is in ${found.length} files, which is a fault`;
  return `its text is in none of the ${files.length} files that Hub has written here`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const root = mkdtempSync(path.join(os.tmpdir(), 'hub-demo-'));
const workspace = path.join(root, 'WorkSpace');
await using display = await startXDisplay();
const { WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
const env = {
  ...rest,
  DISPLAY: display.name,
  HUB_HOME: path.join(root, 'home'),
  HUB_WORKSPACE: workspace,
  HUB_BRIDGE_PORT: '0',
  HUB_WEB_PORT: '0',
};

say(`A tour of Hub on the private display ${display.name}, in ${root}`);
await hub(env, ['start', '--headless'], true);
try {
  await using owner = await ClipboardOwner.start(display.name);
  say('\nSomebody copies');
  for (const [index, copy] of copies.entries()) {
    await owner.showWindow(copy.from);
    await owner.own(copy.targets);
    await settled(env, index + 1);
    say(`  ${index + 1}. ${copy.what}, in ${copy.from.className}`);
  }
  await hub(env, ['history'], true);
  say(`\nSaved in ${workspace}`);
  for (const line of tree(workspace)) say(line);
  const { copies: counted } = JSON.parse(await hub(env, ['status', '--json'], false));
  say(`\nNot kept: ${counted.concealed} copy that its owner marked as secret; ${whereabouts(password, root)}.`);
} finally {
  await hub(env, ['stop'], true);
}
say(`\nEverything of this tour is in ${root}; remove it when you have looked at it.`);
