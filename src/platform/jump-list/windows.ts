/**
 * Windows: the tasks of the taskbar's jump list, by ICustomDestinationList (shobjidl_core.h). Windows keeps the list for an application id: a
 * window's button has these tasks if its process has set that id (`claimAppId`) before its first window. Tested in parts under Wine, which has no
 * jump lists; not on real Windows.
 */
import { createRequire } from 'node:module';
import { done, failed } from '../../base/outcome.ts';
import { type Com, ComFailure, type ComObject, guid, withCom } from './com.ts';
import type { JumpList, ShellLink } from './interface.ts';

/** Each home has its own. */
const appIdOf = (key: string | null): string => (key === null ? 'Hub.Desktop' : `Hub.Desktop.${key}`);

const destinationList = { class: '{77f10cf0-3db5-4966-b520-b7c54fd35ed6}', interface: '{6332debf-87b5-4670-90c0-5e57b408a49e}' };
const objectCollection = { class: '{2d3468c1-36a7-43b6-ac24-d3f02fd9607a}', interface: '{5632b1a4-e38a-400a-928a-d4cd63230295}' };
const shellLink = { class: '{00021401-0000-0000-c000-000000000046}', interface: '{000214f9-0000-0000-c000-000000000046}' };
const objectArray = '{92ca9dcd-5622-4bba-a805-5e9f541bd8c9}';
export const propertyStore = '{886d8eeb-8cf2-4446-8d02-cdba1dbdcf99}';

/** Positions in the method tables, of which the first three are IUnknown's. */
const list = { setAppId: 3, beginList: 4, addUserTasks: 7, commitList: 8, abortList: 11 };
const collection = { addObject: 5 };
const link = { setDescription: 7, setWorkingDirectory: 9, setArguments: 11, setShowCommand: 15, setIconLocation: 17, setPath: 20 };
const store = { setValue: 6, commit: 7 };

/** PKEY_Title. */
const titleProperty = { format: 'f29f85e0-4ff9-1068-ab91-08002b27b3d9', id: 2 };
const textVariant = 31; // VT_LPWSTR
/** On systems with 8-byte pointers. */
const variantBytes = 24;
/** SW_SHOWMINNOACTIVE: the program has a console, whose window should not pop up. */
const minimized = 7;
/** INFOTIPSIZE, with its closing NUL. */
const longestText = 1_023;

/** The list of this application; `key` as in `ListOwner`. */
export function windowsJumpList(key: string | null): JumpList {
  let written = '';
  return {
    publish: async (main, tasks) => {
      const wanted = JSON.stringify([main, tasks]);
      if (wanted === written) return done('unchanged');
      // A link has no environment of its own.
      const isLink = (task: ShellLink): boolean => fits(task) && Object.keys(task.environment).length === 0;
      if (!tasks.every(isLink)) return failed('not-a-link');
      try {
        withCom((com) => writeList(com, appIdOf(key), tasks));
        written = wanted;
        return done('written');
      } catch (error) {
        return failed('refused', error instanceof ComFailure ? error.message : 'COM is not at hand');
      }
    },
  };
}

/** Sets the id that the list is kept for. Call before the process's first window. False if Windows refuses. */
export function claimAppId(key: string | null): boolean {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    const set = koffi.load('shell32.dll').func('uint32 __stdcall SetCurrentProcessExplicitAppUserModelID(str16 id)');
    return set(appIdOf(key)) === 0;
  } catch {
    return false;
  }
}

function fits({ exePath, workingDirectory, arguments: words, title, toolTip, iconPath }: ShellLink): boolean {
  const texts = [exePath, workingDirectory, iconPath, title, toolTip, commandLine(words)];
  return texts.every((text) => text.length <= longestText && !text.includes('\0'));
}

/** A list that was begun is abandoned if it can't be finished: the old one stays. */
function writeList(com: Com, appId: string, tasks: readonly ShellLink[]): void {
  const destinations = com.create(destinationList.class, destinationList.interface);
  destinations.call(list.setAppId, ['str16'], appId);
  // Returns what the user has removed from categories; tasks can't be removed.
  destinations.ask(list.beginList, ['void*'], [Buffer.alloc(4)], objectArray);
  try {
    if (tasks.length > 0) destinations.call(list.addUserTasks, ['void*'], linksOf(com, tasks).pointer);
    destinations.call(list.commitList, []);
  } catch (error) {
    tryAbort(destinations);
    throw error;
  }
}

/** The tasks as an array of objects. */
export function linksOf(com: Com, tasks: readonly ShellLink[]): ComObject {
  const links = com.create(objectCollection.class, objectCollection.interface);
  for (const task of tasks) links.call(collection.addObject, ['void*'], linkOf(com, task).pointer);
  return links.as(objectArray);
}

function tryAbort(destinations: ComObject): void {
  try {
    destinations.call(list.abortList, []);
  } catch (error) {
    if (!(error instanceof ComFailure)) throw error;
  }
}

/** A shell link; its title is a property, because a link has none of its own. */
export function linkOf(com: Com, task: ShellLink): ComObject {
  const made = com.create(shellLink.class, shellLink.interface);
  made.call(link.setPath, ['str16'], task.exePath);
  made.call(link.setWorkingDirectory, ['str16'], task.workingDirectory);
  made.call(link.setArguments, ['str16'], commandLine(task.arguments));
  made.call(link.setDescription, ['str16'], task.toolTip);
  made.call(link.setIconLocation, ['str16', 'int'], task.iconPath, 0);
  made.call(link.setShowCommand, ['int'], minimized);
  setTitle(made.as(propertyStore), task.title);
  return made;
}

/** Sets the title of the object with these properties. */
export function setTitle(properties: ComObject, title: string): void {
  properties.call(store.setValue, ['void*', 'void*'], titleKey(), titleValue(title));
  properties.call(store.commit, []);
}

/** A PROPERTYKEY: the format's id, and a number in it. */
export function titleKey(): Buffer {
  const key = Buffer.concat([guid(titleProperty.format), Buffer.alloc(4)]);
  key.writeUInt32LE(titleProperty.id, 16);
  return key;
}

/** A PROPVARIANT with a pointer to its text, which follows in the same memory, so that both live as long as the call. */
function titleValue(title: string): Buffer {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const value = Buffer.alloc(variantBytes + 2 * (title.length + 1));
  value.writeUInt16LE(textVariant);
  value.write(title, variantBytes, 'utf16le');
  value.writeBigUInt64LE(BigInt(koffi.address(value)) + BigInt(variantBytes), 8);
  return value;
}

/**
 * The arguments of a program as one line that Windows programs parse back into the same arguments: the rules of CommandLineToArgvW and of the C
 * runtime ("Parsing C command-line arguments"). A backslash is literal unless a quotation mark follows it and any others.
 */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  const parts = word.split('"').map((part) => part + '\\'.repeat(backslashesAtEnd(part)));
  return `"${parts.join('\\"')}"`;
}

function backslashesAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === '\\') count += 1;
  return count;
}
