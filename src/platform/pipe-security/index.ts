/** Who may use a pipe: the implementation for this system. */
import type { PipeSecurity } from './interface.ts';
import { windowsPipeSecurity } from './windows.ts';

/** The implementation for this system; null if a pipe is a file, whose folder decides. */
export const pipeSecurity: PipeSecurity | null = process.platform === 'win32' ? windowsPipeSecurity() : null;
