/**
 * What Diagnostics exports. Each takes seconds, so it is made once at a time: what is asked for again until its end was told is not made twice. The page
 * shows meanwhile that it is in progress.
 */
import type { ExportKind, PageCommand } from '../../../contract/shell-page.ts';
import type { Shell } from '../shell.ts';
import { exportFiles } from './export-files.ts';
import { exportLogPage } from './export-logs.ts';

type FileParts = Parameters<typeof exportFiles>[0];

interface Parts extends FileParts {
  readonly shell: FileParts['shell'] & Pick<Shell, 'state' | 'set'>;
}

type WantedExport = Pick<Extract<PageCommand, { kind: 'export' }>, 'what' | 'preset'>;

/** Resolves once its end was told. One that is being made already is not made again. */
export async function exportOnce(parts: Parts, { what, preset }: WantedExport): Promise<void> {
  const { shell } = parts;
  const others = (): readonly ExportKind[] => (shell.state.exporting ?? []).filter((one) => one !== what);
  if (shell.state.exporting?.includes(what) === true) return;
  shell.set({ exporting: [...others(), what] });
  try {
    await (what === 'logs' ? exportLogPage(parts) : exportFiles(parts, what, preset));
  } finally {
    shell.set({ exporting: others() });
  }
}
