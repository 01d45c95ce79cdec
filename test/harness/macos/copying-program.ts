/** A program of GNUstep that copies and pastes, as it is told by lines of JSON on its standard input; it answers each with one. */
import { createInterface } from 'node:readline';
import { ObjectiveC } from '../../../src/platform/macos/objective-c.ts';
import { gnustepRuntime } from './gnustep-runtime.ts';

/** Contents by their types, in base64; a list of paths for a list of files. */
export type CopyingOrder =
  | { readonly do: 'copy'; readonly types: readonly (readonly [string, string | readonly string[]])[] }
  | { readonly do: 'paste'; readonly type: string };

const objc = new ObjectiveC(gnustepRuntime());
const general = (): unknown => objc.object(objc.classNamed('NSPasteboard'), 'generalPasteboard');

function array(objects: readonly unknown[]): unknown {
  const made = objc.object(objc.classNamed('NSMutableArray'), 'array');
  for (const object of objects) objc.object(made, 'addObject:', object);
  return made;
}

function declare(types: readonly string[]): void {
  objc.pooled(() => objc.integer(general(), 'declareTypes:owner:', array(types.map((type) => objc.string(type))), null));
}

function put(type: string, content: string | readonly string[]): void {
  objc.pooled(() => {
    if (typeof content === 'string') objc.flag(general(), 'setData:forType:', objc.data(Buffer.from(content, 'base64')), objc.string(type));
    else objc.flag(general(), 'setPropertyList:forType:', array(content.map((each) => objc.string(each))), objc.string(type));
  });
}

function copy({ types }: Extract<CopyingOrder, { do: 'copy' }>): void {
  declare(types.map(([name]) => name));
  for (const [name, content] of types) put(name, content);
}

/** In base64, or null. */
function paste(type: string): string | null {
  return objc.pooled(() => {
    const data = objc.object(general(), 'dataForType:', objc.string(type));
    const bytes = data === null ? null : objc.bytesOf(data, 2 ** 30);
    return bytes === null || typeof bytes === 'string' ? null : bytes.toString('base64');
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as CopyingOrder;
  if (order.do === 'copy') copy(order);
  process.stdout.write(`${JSON.stringify({ answer: order.do === 'paste' ? paste(order.type) : null })}\n`);
}
