/** Who may use a pipe: this system's way to say it. */
import type { PipeSecurity } from './interface.ts';
import { windowsPipeSecurity } from './windows.ts';

/** This system's way; null where a pipe is a file, whose folder says it. */
export const pipeSecurity: PipeSecurity | null = process.platform === 'win32' ? windowsPipeSecurity() : null;
