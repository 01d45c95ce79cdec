/**
 * Writes the page of the logs: one file that needs nothing else, no network and no server. Its policy lets nothing run but its own script, which is named by
 * its digest, so that nothing in a line can, whatever it holds. The lines are written as they are read.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { temporaryName } from '../../base/files/temporary-name.ts';
import { type LogPageHead, logPageIds } from '../../contract/diagnostics/log-page.ts';
import { version } from '../../contract/version.ts';
import { say, spokenLanguage } from '../../domain/language/say.ts';
import type { ReadLogs } from '../read-logs.ts';
import { LineBlocks } from './line-blocks.ts';
import { pageTexts } from './page-texts.ts';

/** The script that shows the lines, and its style sheet, as they were built. */
export interface Viewer {
  readonly script: string;
  readonly style: string;
}

export interface WrittenPage {
  readonly file: string;
  readonly bytes: number;
  readonly lines: number;
  /** Damaged lines, which were left out. */
  readonly unreadable: number;
  /** Older lines were left out. */
  readonly isCut: boolean;
}

/** Writes it beside its place, readable by its user alone, and puts it there when it is whole. Throws what the disk does; nothing is left then. */
export function writePage(file: string, read: ReadLogs, viewer: Viewer, nowMs: number): WrittenPage {
  const temporary = path.join(path.dirname(file), temporaryName());
  const descriptor = openSync(temporary, 'wx', 0o600);
  let [bytes, lines] = [0, 0];
  const put = (text: string): void => {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; ) {
      const written = writeSync(descriptor, all, at);
      // A disk that takes nothing and reports no error would be asked for good.
      if (written === 0) throw Object.assign(new Error('the disk takes nothing more'), { code: 'ENOSPC' });
      at += written;
    }
    bytes += all.length;
  };
  try {
    try {
      lines = putPage(put, read, viewer, nowMs);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { file, bytes, lines, unreadable: read.unreadable, isCut: read.isCut };
}

/** Piece by piece; returns how many lines it has. */
function putPage(put: (text: string) => void, read: ReadLogs, viewer: Viewer, nowMs: number): number {
  if (/<\/script|<!--/i.test(viewer.script)) throw new Error('the script of the page would end its own element');
  const blocks = new LineBlocks();
  const putBlock = (block: string | null): void => {
    if (block !== null) put(`<script type="text/plain" class="${logPageIds.lines}">${block}</script>\n`);
  };
  put(beginningOf(viewer));
  for (const line of read.lines()) putBlock(blocks.add(line));
  putBlock(blocks.end());
  const { isCut } = read;
  const unreadable = [...read.unreadableIn];
  const head: LogPageHead = {
    ...{ language: spokenLanguage(), madeAtMs: nowMs, version, lines: blocks.lines, isCut, unreadable },
    ...blocks.known(),
    texts: pageTexts(),
  };
  put(`<script type="application/json" id="${logPageIds.head}">${scriptJson(head)}</script>\n`);
  put(`<script>${viewer.script}</script>\n</body>\n</html>\n`);
  return blocks.lines;
}

function beginningOf({ script, style }: Viewer): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return `<!doctype html>
<html lang="${spokenLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(pageTexts().title)}</title>
<style>${style}</style>
</head>
<body>
<div id="${logPageIds.root}"></div>
<noscript>${escaped(say('This page shows the log with a script, and scripts are turned off in this browser.'))}</noscript>
`;
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON in a script element: nothing in it ends the element, or begins a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
