/**
 * A folder for the tables and the code of documents, each as a file of its own. The names come from strangers, so they are made safe like those of saved
 * copies; nothing is overwritten, and nothing is written outside the folder.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import type { CodeBlock, StructuredText, Table } from '../../contract/extraction/structured-text.ts';
import type { StructureKind } from '../../contract/words/listed-words.ts';
import { detectText } from '../../domain/detect/detect.ts';
import { say } from '../../domain/language/say.ts';
import { fitName, type NameParts, planName, safeFileName, splitName } from '../../domain/saving/file-name.ts';
import { codeName } from '../../domain/saving/page-file-name.ts';
import { markdownTable, separatedTable } from '../../domain/structure/table-forms.ts';

export interface PartsForm {
  readonly form: 'markdown' | 'csv' | 'tsv' | 'json';
  readonly kinds: readonly StructureKind[];
  readonly isGuarded: boolean;
}

export type SavedParts = { readonly ok: true; readonly files: readonly string[] } | { readonly ok: false; readonly why: string };

/** The kinds that are files; the others are only printed. */
export const savedKinds: readonly StructureKind[] = ['tables', 'code'];

/** As the save worker does it: more files of one name are somebody's mistake. */
const mostOfOneName = 9_999;
const extensions = { markdown: '.md', csv: '.csv', tsv: '.tsv', json: '.json' } as const;

export class PartsFolder {
  readonly #folder: string;
  /** By their first name: the number of the next one, or each of thousands would try those of all others. */
  readonly #next = new Map<string, number>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null if it is no folder, and cannot be made one. */
  static open(folder: string): PartsFolder | null {
    try {
      makeFolders(folder, 0o777);
      return new PartsFolder(folder);
    } catch {
      return null;
    }
  }

  /** The paths of what was written. */
  save(file: string, { tables, code }: StructuredText, { form, kinds, isGuarded }: PartsForm): SavedParts {
    const source = file === '-' ? 'standard-input' : path.parse(file).name;
    const parts = [
      ...(kinds.includes('tables') ? tables : []).map((table, at) => {
        const name = `${source}-${table.name ?? `table-${at + 1}`}`;
        // A dot in the name of a sheet begins no extension.
        return {
          name: splitName(safeFileName(`${name.replaceAll(/[/\\]/g, '-')}${extensions[form]}`)),
          content: tableAs(table, form, isGuarded),
        };
      }),
      ...(kinds.includes('code') ? code : []).map((block) => ({ name: nameOfCode(block, source), content: block.code })),
    ];
    const files: string[] = [];
    for (const { name, content } of parts) {
      const written = this.#write(name, content);
      if (!written.ok) return written;
      files.push(written.file);
    }
    return { ok: true, files };
  }

  #write(name: NameParts, content: string): { readonly ok: true; readonly file: string } | { readonly ok: false; readonly why: string } {
    const directoryUnits = path.resolve(this.#folder).length;
    const first = fitName({ ...name, directoryUnits, ordinal: 1 }) ?? '';
    for (let ordinal = this.#next.get(first) ?? 1; ordinal <= mostOfOneName; ordinal += 1) {
      const fitting = fitName({ ...name, directoryUnits, ordinal });
      if (fitting === null) break;
      const file = path.join(this.#folder, fitting);
      try {
        writeFileSync(file, content, { flag: 'wx' });
        this.#next.set(first, ordinal + 1);
        return { ok: true, file };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
        return { ok: false, why: say('{file} cannot be written; check the free space and permissions of its folder', { file }) };
      }
    }
    return { ok: false, why: say('no name is free in {folder}; name another folder with --save', { folder: this.#folder }) };
  }
}

function tableAs(table: Table, form: PartsForm['form'], isGuarded: boolean): string {
  if (form === 'markdown') return markdownTable(table);
  if (form === 'json') return `${JSON.stringify(table)}\n`;
  return separatedTable(table, { separator: form === 'csv' ? ',' : '\t', isGuarded });
}

/** Its own name; else what it is, by its language or by its content. */
function nameOfCode({ name, language, code }: CodeBlock, source: string): NameParts {
  const said = name ?? codeName(language ?? undefined, code, { title: source, url: '' });
  return planName({
    givenFilename: said,
    embeddedFilename: null,
    text: code,
    kind: 'text',
    detection: said === null ? detectText(code) : null,
  });
}
