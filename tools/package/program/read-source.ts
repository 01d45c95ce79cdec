/** What a source says of other sources and of its own place, in the words of a bundle: there its code is in another file. */
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** The words that name a program of a component are relative to this folder (`src/processes/supervisor/components.ts`). */
const componentFolder = 'src/processes';
/** The functions that a bundle has instead of `import.meta`: they take a path of the program, with forward slashes. */
export const placeFunctions = ['placePath', 'placeAddress'] as const;
/** By what a source asks about its place. */
const ofPlace: Readonly<Record<string, (file: string) => string>> = {
  dirname: (file) => `placePath(${JSON.stringify(path.posix.dirname(file))})`,
  filename: (file) => `placePath(${JSON.stringify(javaScriptName(file))})`,
  url: (file) => `placeAddress(${JSON.stringify(javaScriptName(file))})`,
};

export interface ReadSource {
  /** With its types. Every line is where it was. */
  readonly code: string;
  /** The sources that it names without importing them, which are started as a process or as a thread. */
  readonly started: readonly string[];
  readonly asksForPlace: boolean;
}

export function javaScriptName(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

/**
 * `file` is its path in the checkout, with forward slashes; `isSource` tells whether such a path is a source.
 * @throws SyntaxError if the parser can't read it, or if it asks for something of its module that a bundle doesn't know.
 */
export function readSource(code: string, file: string, isSource: (file: string) => boolean): ReadSource {
  const { program, module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const changes: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const imported = new Set<number>();
  for (const { moduleRequest } of module.staticImports) imported.add(moduleRequest.start);
  for (const { moduleRequest } of module.dynamicImports) imported.add(moduleRequest.start);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest !== null) imported.add(moduleRequest.start);
  for (const { start, end } of module.importMetas) {
    const asked = /^\.([a-z]{1,20})\b/i.exec(code.slice(end, end + 30))?.[1] ?? '';
    const place = Object.hasOwn(ofPlace, asked) ? ofPlace[asked] : undefined;
    if (place === undefined) throw new SyntaxError(`${file}: a bundle has no import.meta.${asked}`);
    changes.push({ start, end: end + 1 + asked.length, text: place(file) });
  }
  const started = new Set<string>();
  new Visitor({
    TSImportType: ({ source }) => void imported.add(source.start),
    Literal: (literal) => {
      if (typeof literal.value !== 'string' || !/^[\w./-]{1,200}\.ts$/.test(literal.value) || imported.has(literal.start)) return;
      const { value, start, end } = literal;
      const named = [path.posix.dirname(file), componentFolder].map((folder) => path.posix.join(folder, value)).find(isSource);
      if (named === undefined) return;
      started.add(named);
      changes.push({ start, end, text: JSON.stringify(javaScriptName(value)) });
    },
  }).visit(program);
  return { code: changed(code, changes), started: [...started], asksForPlace: module.importMetas.length > 0 };
}

function changed(code: string, changes: readonly { readonly start: number; readonly end: number; readonly text: string }[]): string {
  let end = 0;
  let all = '';
  for (const change of changes.toSorted((one, other) => one.start - other.start)) {
    all += code.slice(end, change.start) + change.text;
    end = change.end;
  }
  return all + code.slice(end);
}
