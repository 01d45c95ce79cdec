/** XML as events, of a tree that is never built: bounded in depth, and without the entities that a document declares for itself. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { NoText } from './no-text.ts';

/** Names as they are written, with the usual prefixes of their format. */
export interface XmlReader {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const mostDepth = 512;

/** Throws `NoText`: what is not well-formed is damaged. */
export async function readXml(
  pieces: Iterable<string> | AsyncIterable<Uint8Array>,
  reader: XmlReader,
  isEnough: () => boolean,
): Promise<void> {
  const parser = newParser(reader);
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
    if (isEnough()) return;
  }
  parser.close();
}

/** The whole of a short text at once. */
export function readXmlText(xml: string, reader: XmlReader): void {
  newParser(reader).write(xml).close();
}

function newParser({ open, close, text }: XmlReader): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', () => {
    throw new NoText('damaged');
  });
  // Office formats have none, and a document type is where entities come from that grow without end.
  parser.on('doctype', (type) => {
    if (type.includes('[')) throw new NoText('damaged');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    if (depth > mostDepth) throw new NoText('too-deep');
    open?.(tag.name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(tag.name);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}
