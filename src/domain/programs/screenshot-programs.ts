/** The programs that put a picture of the screen on the clipboard. Such a picture has no name, and its text is that of whatever was on the screen. Pure. */
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { lastPart } from '../view/shown-place.ts';

/** By the names of their executables, in lower case: X11, Wayland, Windows, macOS. */
const names: ReadonlySet<string> = new Set(
  [
    'xfce4-screenshooter gnome-screenshot mate-screenshot spectacle ksnip flameshot shutter screengrab kazam deepin-screenshot lximage-qt',
    // As the part of an id in Wayland, such as `org.gnome.Screenshot`. Tools without a window, such as grim, are never known as a source.
    'screenshot swappy satty',
    'snippingtool screenclippinghost screensketch sharex greenshot lightshot picpick snagit32 snagiteditor',
    'screencapture screencaptureui cleanshot shottr skitch',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a picture from this program is one of the screen, by the program's executable or else by its name. */
export function isScreenshotProgram({ executable, name }: Pick<AppIdentity, 'executable' | 'name'>): boolean {
  return [executable, name].some((each) => {
    const whole = lastPart(each ?? '')
      .toLowerCase()
      .replace(/\.(?:exe|app)$/, '')
      .replaceAll(' ', '');
    return names.has(whole) || names.has(whole.slice(whole.lastIndexOf('.') + 1));
  });
}
