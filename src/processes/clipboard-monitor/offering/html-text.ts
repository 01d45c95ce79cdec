/** The text beside what is offered, for programs that paste nothing else, where its own program offered none. */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { tooLate, within } from '../../../base/deadline.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { mostJoinedBytes } from '../../../contract/requests.ts';
import { pathsOfUriList } from '../../../domain/capture/uri-list.ts';
import type { OfferedRepresentation } from '../../../platform/clipboard/index.ts';

/** A page of a book has some kilobytes. Of more there is no text: a part of it would be pasted as if it were all. */
const mostBytes = 4 * 1024 * 1024;
/** Of 4 MiB it takes 0.2 s; whoever pastes waits for it. */
const usualDeadlineMs = 1_500;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 1 } as const;

/** `too-long`: one of them, or their texts together; `failed`: the thread ended, as it does without memory. */
export type NotRead = 'too-long' | 'too-late' | 'failed';

/** The texts, in this order and empty where there is none. One thread reads them all: to start one takes longer than to read most. Never rejects, and blocks nobody. */
export async function textsOfHtml(
  htmls: readonly Uint8Array[],
  deadlineMs = usualDeadlineMs,
): Promise<Outcome<readonly string[], NotRead>> {
  if (htmls.some(({ length }) => length > mostBytes)) return failed('too-long');
  const worker = new Worker(new URL('html-text-thread.ts', import.meta.url), {
    workerData: { htmls, longest: mostJoinedBytes },
    resourceLimits,
    env: {},
  });
  worker.unref();
  const found = Promise.withResolvers<Outcome<readonly string[], NotRead>>();
  worker.once('message', (texts: readonly string[] | null) => found.resolve(texts === null ? failed('too-long') : done(texts)));
  worker.once('error', () => found.resolve(failed('failed')));
  worker.once('exit', () => found.resolve(failed('failed')));
  const outcome = await within(deadlineMs, found.promise);
  void worker.terminate();
  return outcome === tooLate ? failed('too-late') : outcome;
}

/** Of one; `none`: there is no text in it. */
export async function textOfHtml(html: Uint8Array, deadlineMs = usualDeadlineMs): Promise<Outcome<string, NotRead | 'none'>> {
  const texts = await textsOfHtml([html], deadlineMs);
  if (!texts.ok) return texts;
  const [text = ''] = texts.value;
  return text === '' ? failed('none') : done(text);
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
        ? textOr(await textOfHtml(await bytesOf(html)))
        : '';
  return text === '' ? offered : [...offered, plainText(text)];
}

/** Without it, the copy is offered as its program offered it. */
function textOr(outcome: Outcome<string, string>): string {
  return outcome.ok ? outcome.value : '';
}

/** Empty if it can't be read, or is longer than any that has a text here. */
async function bytesOf(content: OfferedRepresentation['content']): Promise<Uint8Array> {
  if (content.bytes > mostBytes) return new Uint8Array();
  return 'inline' in content ? content.inline : await readFile(content.file).catch(() => new Uint8Array());
}
