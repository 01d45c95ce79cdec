/**
 * One refresh of one WorkSpace, or of some of its folders: what is on the disk is compared with the index by size, time and inode, and only what
 * differs is read. The calls to the disk are synchronous, because a hundred thousand asynchronous ones take ten times as long; a disk that does not
 * answer holds up this process alone, which its parent then kills. No transaction is open during such a call.
 */
import { lstatSync } from 'node:fs';
import { systemErrorName } from '../../../base/files/disk-error.ts';
import { isOwn, type OwnPart } from '../../../configuration/own-part.ts';
import { indexedText, pairTerms } from '../../../domain/indexing/index-words.ts';
import type { LeftOut } from '../../../domain/indexing/left-out.ts';
import { type DiskPath, onDisk, pathIn, plainPath } from '../../../file-index/disk-path.ts';
import {
  type FileFacts,
  type FoundFile,
  filesIn,
  filesLike,
  folderId,
  foldersIn,
  type KnownFile,
  knownFolder,
  markMissing,
  putFile,
} from '../../../file-index/file-rows.ts';
import type { IndexDatabase } from '../../../file-index/index-database.ts';
import { countFiles, type RefreshCondition } from '../../../file-index/workspace-rows.ts';
import type { CrashMarker } from './crash-marker.ts';
import { type FolderEntries, listFolder } from './list-folder.ts';
import { readFileContent } from './read-file-content.ts';
import type { RefreshLimits } from './refresh-limits.ts';

export interface RefreshParts {
  readonly index: IndexDatabase;
  readonly marker: CrashMarker;
  readonly leftOut: LeftOut;
  readonly limits: RefreshLimits;
  /** Folders to leave out: those of all WorkSpaces, because what is in two of them belongs to the inner one. */
  readonly others: ReadonlySet<string>;
  /** Folders of Hub itself. */
  readonly own: OwnPart;
  /** Counts, for all WorkSpaces together. `unread`: files and folders that could not be read. */
  readonly counts: { seen: number; indexed: number; unread: number };
  /** Called all the time; says that this process works. */
  readonly alive: () => void;
  /** Lets messages in, and returns whether to go on. */
  readonly breathe: () => boolean | Promise<boolean>;
  /** The folder is in the index. */
  readonly entered: (folder: DiskPath) => void;
}

interface Visit {
  readonly path: DiskPath;
  readonly id: number;
  /** With all folders below; else only with new ones. */
  readonly isDeep: boolean;
}

/** Written at once: so many files, or so many characters of text. */
const mostPending = 200;
const mostPendingCharacters = 4_000_000;

/** The folder is gone, or not for us: what was in it leaves the index. After any other error it stays. */
const nothingThere: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);

export class WorkspaceRefresh {
  readonly #parts: RefreshParts;
  readonly #workspace: number;
  readonly #root: string;
  readonly #stack: Visit[] = [];
  #found: FoundFile[] = [];
  #foundCharacters = 0;
  #missing: number[] = [];
  #back: number[] = [];
  /** Rows that are under another path now. */
  readonly #renamed = new Set<number>();
  readonly #goneFolders: number[] = [];
  #files = 0;
  #textBytes: number;
  #condition: RefreshCondition | null = null;

  /** `workspace`: its row; `root`: its folder. */
  constructor(parts: RefreshParts, workspace: number, root: string) {
    this.#parts = parts;
    this.#workspace = workspace;
    this.#root = root;
    this.#textBytes = countFiles(parts.index, workspace).textBytes;
  }

  /** Refreshes everything, or these folders. Returns what was not as it should be. Files that were not found stay marked as missing. */
  async run(folders: readonly DiskPath[] | null): Promise<RefreshCondition | null> {
    const root = plainPath(this.#root);
    const rootId = folderId(this.#parts.index, this.#workspace, null, root);
    if (folders === null) this.#stack.push({ path: root, id: rootId, isDeep: true });
    for (const path of folders ?? []) {
      const id = knownFolder(this.#parts.index, this.#workspace, path);
      if (id !== null) this.#stack.push({ path, id, isDeep: false });
    }
    for (let visit = this.#stack.pop(); visit !== undefined; visit = this.#stack.pop()) {
      if (!(await this.#visit(visit))) break;
      if (this.#files > this.#parts.limits.workspaceFiles) {
        this.#condition = 'too-many-files';
        break;
      }
    }
    this.#flush();
    this.#parts.index.transaction(() => {
      for (const id of this.#goneFolders) this.#parts.index.run('DELETE FROM folders WHERE id = ?', id);
    });
    this.#parts.marker.leave();
    return this.#condition;
  }

  /** False if the refresh is to stop. */
  async #visit({ path, id, isDeep }: Visit): Promise<boolean> {
    const entries = this.#entries(path);
    if (entries === null) return true;
    if (entries.isCut) this.#condition = 'too-many-files';
    if (!isOwn(this.#parts.own, path.text)) this.#parts.entered(path);
    if (!(await this.#compareFiles(path, id, entries))) return false;
    this.#compareFolders(path, id, entries, isDeep);
    return true;
  }

  /** Null if what the index has of the folder is to stay. */
  #entries(path: DiskPath): FolderEntries | null {
    // The index of an earlier version has it, or a link leads there now.
    if (isOwn(this.#parts.own, path.text)) return { folders: [], files: [], isCut: false };
    if (!this.#parts.marker.enter(path, { size: 0, modifiedAt: 0 })) {
      this.#condition = 'crashed';
      return null;
    }
    try {
      return listFolder(path, this.#parts.limits.folderEntries);
    } catch (error) {
      this.#parts.counts.unread += 1;
      return nothingThere.has(systemErrorName(error)) ? { folders: [], files: [], isCut: false } : null;
    }
  }

  async #compareFiles(folder: DiskPath, id: number, entries: FolderEntries): Promise<boolean> {
    const { leftOut, counts, breathe, alive } = this.#parts;
    const known = new Map(filesIn(this.#parts.index, id).map((file) => [keyOf(file.name), file]));
    for (const name of entries.files) {
      alive();
      if (leftOut.file(name.text)) continue;
      const path = pathIn(folder, name);
      const facts = tryFacts(path);
      if (facts === null) continue;
      counts.seen += 1;
      this.#files += 1;
      const row = known.get(keyOf(name));
      known.delete(keyOf(name));
      if (row === undefined || !isSame(row, facts)) await this.#take({ folder, id, name, path, facts, row });
      else if (row.isMissing) this.#back.push(row.id);
      if (this.#found.length >= mostPending || this.#foundCharacters >= mostPendingCharacters) this.#flush();
      if (!(await breathe())) return false;
    }
    for (const file of known.values()) if (!this.#renamed.has(file.id)) this.#missing.push(file.id);
    return breathe();
  }

  async #take(file: {
    readonly folder: DiskPath;
    readonly id: number;
    readonly name: DiskPath;
    readonly path: DiskPath;
    readonly facts: FileFacts;
    readonly row: KnownFile | undefined;
  }): Promise<void> {
    const { name, path, facts, row } = file;
    const earlier = row === undefined ? this.#earlierRow(facts) : null;
    const content = await this.#content(path, name.text, facts);
    const inside = path.text.slice(this.#root.length);
    this.#textBytes += content.textBytes;
    const names = indexedText(inside);
    const pairs = pairTerms(names, content.text);
    this.#found.push({
      ...facts,
      ...content,
      folder: file.id,
      name,
      names,
      pairs,
      id: row?.id ?? earlier?.id ?? null,
      earlierPath: earlier?.path ?? null,
    });
    this.#foundCharacters += content.text.length + pairs.length;
    this.#parts.counts.indexed += 1;
  }

  /** The row of a file that is not there any more, and was the same one. */
  #earlierRow(facts: FileFacts): { readonly id: number; readonly path: string } | null {
    for (const like of filesLike(this.#parts.index, this.#workspace, facts)) {
      if (this.#renamed.has(like.id) || like.modifiedAt !== facts.modifiedAt) continue;
      const path = pathIn(like.folderPath, like.name);
      if (tryFacts(path)?.inode === facts.inode) continue; // another name of the same file
      this.#renamed.add(like.id);
      return { id: like.id, path: path.text };
    }
    return null;
  }

  async #content(path: DiskPath, name: string, facts: FileFacts) {
    const nothing = { typeId: null, typeGroup: null, text: '', textBytes: 0 };
    if (facts.size === 0) return nothing;
    if (!this.#parts.marker.enter(path, facts)) return nothing;
    const { fileText, workspaceText } = this.#parts.limits;
    const room = Math.max(0, Math.min(fileText, workspaceText - this.#textBytes));
    try {
      return await readFileContent(path, name, { textBytes: room }, this.#parts.alive);
    } catch (error) {
      if (systemErrorName(error) === null) throw error;
      this.#parts.counts.unread += 1;
      return nothing;
    }
  }

  #compareFolders(folder: DiskPath, id: number, entries: FolderEntries, isDeep: boolean): void {
    const { index, leftOut, others, own } = this.#parts;
    const known = new Map(foldersIn(index, id).map((one) => [keyOf(one.path), one.id]));
    for (const name of entries.folders) {
      const path = pathIn(folder, name);
      if (leftOut.folder(name.text, path.text) || others.has(path.text) || isOwn(own, path.text)) continue;
      const row = known.get(keyOf(path));
      known.delete(keyOf(path));
      if (row !== undefined && !isDeep) continue;
      this.#stack.push({ path, id: row ?? folderId(index, this.#workspace, id, path), isDeep: true });
    }
    for (const gone of known.values()) this.#forget(gone);
  }

  /** The folder is gone, with all below. */
  #forget(folder: number): void {
    const below = [folder];
    for (let id = below.pop(); id !== undefined; id = below.pop()) {
      this.#goneFolders.push(id);
      below.push(...foldersIn(this.#parts.index, id).map((one) => one.id));
      for (const file of filesIn(this.#parts.index, id)) if (!this.#renamed.has(file.id)) this.#missing.push(file.id);
    }
  }

  #flush(): void {
    const { index } = this.#parts;
    if (this.#found.length + this.#missing.length + this.#back.length === 0) return;
    index.transaction(() => {
      markMissing(index, this.#missing, true);
      markMissing(index, this.#back, false);
      for (const file of this.#found) putFile(index, file, Date.now());
    });
    this.#found = [];
    this.#missing = [];
    this.#back = [];
    this.#foundCharacters = 0;
  }
}

function keyOf({ text, escaped }: DiskPath): string {
  return escaped ? `\0${text}` : text;
}

function isSame(row: KnownFile, facts: FileFacts): boolean {
  return row.size === facts.size && row.modifiedAt === facts.modifiedAt && row.inode === facts.inode;
}

/** Null if it is no regular file, or can't be inspected. */
function tryFacts(path: DiskPath): FileFacts | null {
  try {
    const facts = lstatSync(onDisk(path), { throwIfNoEntry: false });
    if (!facts?.isFile()) return null;
    return { size: facts.size, modifiedAt: facts.mtimeMs, inode: facts.ino, device: facts.dev };
  } catch {
    return null;
  }
}
