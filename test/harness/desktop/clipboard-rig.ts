/** Shared by the tests on a real X server: the server, a watched clipboard, and the events in the order in which they arrived. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { SpooledContent } from '../../../src/base/files/spooled-content.ts';
import { type Clipboard, type ClipboardWatchOptions, openClipboard } from '../../../src/platform/clipboard/index.ts';
import { WatchedClipboard } from '../clipboards/watched-clipboard.ts';
import { ClipboardOwner } from '../owners/clipboard-owner.ts';
import { temporaryHome } from '../temporary-home.ts';
import { startXDisplay, type XDisplay } from './x-display.ts';

export class ClipboardRig extends WatchedClipboard implements AsyncDisposable {
  readonly display: XDisplay;
  readonly #resources: AsyncDisposableStack;

  private constructor(parts: {
    display: XDisplay;
    clipboard: Clipboard;
    folder: string;
    resources: AsyncDisposableStack;
    options: Partial<ClipboardWatchOptions>;
  }) {
    super(parts.clipboard, parts.folder);
    this.display = parts.display;
    this.#resources = parts.resources;
    this.watch(parts.options);
  }

  /** `before` runs before the clipboard is watched, for example to start a program that copies; `lacks` names a disabled extension of the server. */
  static async open(
    options: Partial<ClipboardWatchOptions> & { before?: (owner: ClipboardOwner) => Promise<void>; lacks?: 'X-Resource' } = {},
  ): Promise<ClipboardRig> {
    const resources = new AsyncDisposableStack();
    const folder = temporaryHome({ after: (remove) => resources.defer(remove) });
    const display = resources.use(await startXDisplay(undefined, undefined, options.lacks));
    if (options.before !== undefined) await options.before(resources.use(await ClipboardOwner.start(display.name)));
    const opened = await openClipboard({ platform: 'linux', display: display.name, waylandDisplay: undefined });
    if (!opened.ok) throw new Error(opened.reason);
    return new ClipboardRig({ display, clipboard: resources.use(opened.value), folder, resources, options });
  }

  /** Starts a program that copies, and ends with the rig. */
  async owner(): Promise<ClipboardOwner> {
    return this.#resources.use(await ClipboardOwner.start(this.display.name));
  }

  /** Runs xclip with this input; resolves to its output when it ends. If it copies, it leaves an owner in the background. */
  async xclip(args: readonly string[], input: string | Buffer = ''): Promise<Buffer> {
    const isReader = args.includes('-o');
    const env = { ...process.env, DISPLAY: this.display.name };
    const child = spawn('xclip', ['-selection', 'clipboard', ...args], { env, stdio: ['pipe', isReader ? 'pipe' : 'ignore', 'ignore'] });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const [output] = await Promise.all([child.stdout === null ? Buffer.alloc(0) : buffer(child.stdout), once(child, 'exit')]);
    return output;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}

/** The bytes of a content, from memory or its file. */
export async function bytesIn(content: SpooledContent): Promise<Buffer> {
  return 'inline' in content ? content.inline : readFile(content.file);
}

/** Media types and text of a copy's representations. */
export async function textsOf(copy: {
  representations: readonly { mediaType: string; content: SpooledContent }[];
}): Promise<Record<string, string>> {
  const texts = copy.representations.map(async ({ mediaType, content }) => [mediaType, (await bytesIn(content)).toString('utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
