/** The text beside what is offered, for programs that paste nothing else, where its own program offered none. */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import { pathsOfUriList } from '../../../domain/capture/uri-list.ts';
import type { OfferedRepresentation } from '../../../platform/clipboard/index.ts';

/** A page of a book has some kilobytes. Of more there is no text: a part of it would be pasted as if it were all. */
const mostBytes = 4 * 1024 * 1024;
/** Of 4 MiB it takes 0.2 s; whoever pastes waits for it. */
const usualDeadlineMs = 1_500;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 1 } as const;

/** Empty if there is none, and if it is not found in time. Never rejects, and blocks nobody. */
export async function textOfHtml(html: Uint8Array, deadlineMs = usualDeadlineMs): Promise<string> {
  if (html.length > mostBytes) return '';
  const worker = new Worker(new URL('html-text-thread.ts', import.meta.url), { workerData: html, resourceLimits, env: {} });
  worker.unref();
  const found = Promise.withResolvers<string>();
  worker.once('message', (text: string) => found.resolve(text));
  worker.once('error', () => found.resolve(''));
  worker.once('exit', () => found.resolve(''));
  const text = await within(deadlineMs, found.promise);
  void worker.terminate();
  return text === tooLate ? '' : text;
}

export function plainText(text: string): OfferedRepresentation {
  const inline = Buffer.from(text);
  return { mediaType: 'text/plain', content: { bytes: inline.length, inline } };
}

/**
 * With the paths of copied files as text, one a line, or with the text of HTML as it reads, where their program offered none: an editor, a terminal or a
 * chat pastes nothing else. Programs that take more ask for more. The HTML around a picture is no text.
 */
export async function withText(offered: readonly OfferedRepresentation[]): Promise<readonly OfferedRepresentation[]> {
  const contentOf = (wanted: string) => offered.find(({ mediaType }) => mediaType === wanted)?.content;
  if (contentOf('text/plain') !== undefined) return offered;
  const [files, html] = [contentOf('text/uri-list'), contentOf('text/html')];
  const text =
    files !== undefined
      ? 'inline' in files
        ? pathsOfUriList(files.inline.toString()).join('\n')
        : ''
      : html !== undefined && offered[0]?.mediaType === 'text/html'
        ? await textOfHtml(await bytesOf(html))
        : '';
  return text === '' ? offered : [...offered, plainText(text)];
}

/** Empty if it can't be read. */
async function bytesOf(content: OfferedRepresentation['content']): Promise<Uint8Array> {
  return 'inline' in content ? content.inline : await readFile(content.file).catch(() => new Uint8Array());
}
