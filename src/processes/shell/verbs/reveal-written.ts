/** Shows what an export has written in its folder, from the notice about it; says so if that is not possible. */
import type { askOpen } from '../../../client/ask-pipes.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import type { Shell } from '../shell.ts';

interface Parts {
  readonly shell: Pick<Shell, 'notify'>;
  readonly open: (as: 'folder', target: string) => ReturnType<typeof askOpen>;
}

export async function revealWritten({ shell, open }: Parts, file: string): Promise<void> {
  const shown = await open('folder', file);
  if (!shown.ok) shell.notify('error', () => sayHeard(shown.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics'));
}
