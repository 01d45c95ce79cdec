/** Reads the lines out of the page. */
import { type LogPageHead, logPageIds } from '../../contract/diagnostics/log-page.ts';
import { LineStore } from './line-store.ts';

/** At once: each holds a block twice while it is unpacked. */
const unpackedAtOnce = 4;

/** Throws if the page is damaged. The elements are removed from it, because their texts are not needed twice. */
export async function unpackLines(page: Document): Promise<LineStore> {
  const head = JSON.parse(page.getElementById(logPageIds.head)?.textContent ?? '') as LogPageHead;
  const elements = [...page.querySelectorAll(`script.${logPageIds.lines}`)];
  const blocks: ArrayBuffer[] = Array.from({ length: elements.length });
  const waiting = elements.entries();
  const work = async (): Promise<void> => {
    for (const [at, element] of waiting) {
      const packed = bytesOf(element.textContent ?? '');
      element.remove();
      blocks[at] = await unpacked(packed);
    }
  };
  await Promise.all(Array.from({ length: unpackedAtOnce }, work));
  return new LineStore(head, blocks);
}

function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

type FromBase64 = (text: string) => Uint8Array<ArrayBuffer>;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // Browsers from 2025 on do this ten times faster.
  const { fromBase64 } = Uint8Array as unknown as { readonly fromBase64?: FromBase64 };
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
