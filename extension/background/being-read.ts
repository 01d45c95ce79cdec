/** What is being read now. A page may take long, and until then there is nothing else by which its user sees that the save goes on. */
import type { Save, What } from '../messages.ts';
import { newId } from './link.ts';

export interface BeingRead {
  /** Only what takes a moment or longer, the newest first. */
  readonly saves: readonly Save[];
  during<Value>(of: Pick<Save, 'title' | 'host'> & { readonly what: What }, reading: () => Promise<Value>): Promise<Value>;
}

/** Most saves are shorter, and would only flicker. */
const shownAfterMs = 250;

export function openBeingRead(onChange: () => void): BeingRead {
  let saves: readonly Save[] = [];
  const change = (changed: readonly Save[]): void => {
    saves = changed;
    onChange();
  };
  return {
    get saves() {
      return saves;
    },
    during: async (of, reading) => {
      const save: Save = { ...of, id: newId(), atMs: Date.now(), state: 'reading' };
      const showing = setTimeout(() => change([save, ...saves]), shownAfterMs);
      try {
        return await reading();
      } finally {
        clearTimeout(showing);
        if (saves.includes(save)) change(saves.filter((other) => other !== save));
      }
    },
  };
}
