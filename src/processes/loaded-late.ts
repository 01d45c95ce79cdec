/** A module that a process which runs for days loads only once it needs it. */

/**
 * Null if its file is gone: the program was updated meanwhile, and this process still is the earlier one.
 * @throws whatever else `load`, an `import()`, rejects with.
 */
export async function loadedLate<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}
