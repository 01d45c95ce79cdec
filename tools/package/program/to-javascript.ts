/** The sources as JavaScript: Node runs no TypeScript below a folder named `node_modules`, and would strip every file at its first start. */
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** The words that name a program of a component are relative to this folder (`src/processes/supervisor/components.ts`). */
const componentFolder = 'src/processes';
/** `'./a.ts'`, wherever it is imported, or its address is built from it. */
const named = /(['"])([\w./-]{1,200})\.ts\1/g;

/**
 * The JavaScript of one source: its types become blanks, so that lines and columns stay those of the source, and what it says of other sources names their
 * JavaScript. `isSource` tells whether a path of the checkout is one.
 */
export function toJavaScript(code: string, file: string, isSource: (file: string) => boolean): string {
  const folder = path.posix.dirname(file);
  return stripTypeScriptTypes(code)
    .replaceAll(named, (whole, quote: string, name: string) => {
      const places = [path.posix.join(folder, `${name}.ts`), path.posix.join(componentFolder, `${name}.ts`)];
      return places.some(isSource) ? `${quote}${name}.js${quote}` : whole;
    })
    .replaceAll(/[ \t]{1,5000}$/gm, '');
}
