/**
 * The browser's functions that an extension calls, in unit tests. They share a process, and a module takes the browser when it is loaded: so there is one object
 * for all of them, and each test puts into it what it needs. What uses the browser is imported after this file.
 */
const own = globalThis as { chrome?: Record<string, unknown> };
own.chrome ??= {};
const shared = own.chrome;

/** Puts these parts into the browser until the test ends. */
export function becomeBrowser(t: { after(undo: () => void): void }, parts: Readonly<Record<string, unknown>>): void {
  Object.assign(shared, parts);
  t.after(() => {
    for (const name of Object.keys(parts)) if (shared[name] === parts[name]) Reflect.deleteProperty(shared, name);
  });
}

/** A storage (`browser.storage.local`) that has these values. */
export function storageOf(stored: Readonly<Record<string, unknown>>) {
  return {
    get: async (names: string | readonly string[]) =>
      Object.fromEntries([names].flat().flatMap((name) => (Object.hasOwn(stored, name) ? [[name, stored[name]]] : []))),
  };
}
