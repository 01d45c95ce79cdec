/**
 * macOS: the menu of Hub's icon in the Dock, for as long as Hub runs. A choice starts the same as a task on other systems: the command, which passes
 * its verb to the running Hub.
 */
import { spawn } from 'node:child_process';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { JumpList, ShellTask } from './interface.ts';

/** What shows the menu. */
export interface Dock {
  /** Replaces the titles of the menu; `chosen` gets the position of a clicked one. Throws if AppKit differs from its documentation. */
  show(titles: readonly string[], chosen: (place: number) => void): Outcome<null, 'refused'>;
}

export function dockJumpList(openDock: () => Dock): JumpList {
  let dock: Dock | undefined;
  let shown = '';
  return {
    publish: async (_main, tasks) => {
      const wanted = JSON.stringify(tasks);
      if (wanted === shown) return done('unchanged');
      try {
        dock ??= openDock();
        const showing = dock.show(
          tasks.map(({ title }) => title),
          (place) => start(tasks[place]),
        );
        if (!showing.ok) return showing;
      } catch (error) {
        return failed('refused', error instanceof Error ? error.name : undefined);
      }
      shown = wanted;
      return done('written');
    },
  };
}

/** Not waited for: the effect of the verb shows in Hub. Its environment is that of this process, which is the Hub that it is for. */
function start(task: ShellTask | undefined): void {
  if (task === undefined) return;
  const child = spawn(task.exePath, [...task.arguments], { cwd: task.workingDirectory, stdio: 'ignore', detached: true });
  child.once('error', () => {}); // like a link that leads nowhere
  child.unref();
}
