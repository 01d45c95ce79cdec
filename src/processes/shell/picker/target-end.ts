/** Tells the picker at once that the window has closed into which it would paste: it promises nothing that it can't do. */
import type { WindowEnds } from '../../../platform/window/window-end.ts';
import type { Shell } from '../shell.ts';
import type { WindowControl } from '../window/window-control.ts';

interface Parts {
  readonly shell: Pick<Shell, 'set' | 'state' | 'onChanged'>;
  readonly control: Pick<WindowControl, 'onPickerOver'>;
  readonly ends: Pick<WindowEnds, 'watch'>;
}

export function followTarget({ shell, control, ends }: Parts): void {
  let forget = (): void => {};
  control.onPickerOver((window, opened) => {
    forget();
    forget = window === null ? () => {} : ends.watch(window, () => tell(opened));
  });
  // Nobody is told of a window that another picker was over, or none.
  const tell = (opened: number): void => {
    const { picker } = shell.state;
    if (picker?.opened === opened) shell.set({ picker: { ...picker, isGone: true } });
  };
  shell.onChanged(({ picker }) => {
    if (picker === null) forget();
  });
}
