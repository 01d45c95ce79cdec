/** The folder chooser of this system: that of the desktop's portal, else a program's. */
import type { ChooserSurroundings, FolderChooser } from './interface.ts';
import { chooseByPortal, hasPortalChooser } from './portal.ts';
import { chooseByProgram, chooserProgram } from './program.ts';

export type { FolderChooser } from './interface.ts';

export function folderChooser(surroundings: ChooserSurroundings): FolderChooser {
  const hasPortal = async (): Promise<boolean> => surroundings.platform === 'linux' && (await hasPortalChooser(surroundings));
  return {
    isAvailable: async () => chooserProgram(surroundings) !== null || (await hasPortal()),
    choose: async (title, signal) => {
      if (await hasPortal()) {
        const chosen = await chooseByPortal(surroundings, title, signal);
        if (chosen.ok || chosen.reason !== 'unavailable') return chosen;
      }
      const program = chooserProgram(surroundings);
      return program === null ? { ok: false, reason: 'unavailable' } : chooseByProgram(program, surroundings, title, signal);
    },
  };
}
