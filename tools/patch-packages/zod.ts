/**
 * Leaves zod's messages in other languages on the disk. Node loads every module that another one names, and zod names its messages in 60 languages, of
 * which Hub uses none: 63 files and 1.5 MB for each process, and a third of the time in which a command loads zod. Without the patch everything works.
 */
import { replaceKnown } from './replace-known.ts';

const locales = 'zod/v4/locales';
const pinned = '7ea85250d1e7bd9459cda61f38c78757a410d561a5421bb3f08019bba79c9849';
/** The messages that zod has without being asked for others. */
const english = "export { default as en } from './en.js';\n";

/** Patches the installed package. */
export function patchZod(): void {
  replaceKnown(locales, pinned, () => english);
}
