/**
 * The icon on D-Bus, for the host that shows it: `org.kde.StatusNotifierItem`, by https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem
 * and what the hosts of KDE and Xfce request. Each pixel has 32 bits: alpha first, then red, green, blue.
 */
import type { ServedInterface, ServedMethod } from '../dbus/served-objects.ts';
import { variant, withoutNul } from '../dbus/values.ts';
import type { TrayMessage } from './interface.ts';
import type { Picture } from './tray-pictures.ts';

export const itemInterface = 'org.kde.StatusNotifierItem';

/** What the icon shows now. */
export interface ItemView {
  /** The full path of a picture; if empty, the pixel pictures are shown. */
  readonly iconPath: string;
  readonly pictures: readonly Picture[];
  readonly toolTip: string;
  readonly menuPath: string;
}

const signals = { NewIcon: '', NewToolTip: '', NewTitle: '', NewStatus: 's', NewMenu: '' };

/** The interface of the icon; `view` is called for each read. */
export function statusNotifierItem(view: () => ItemView, onMessage: (message: TrayMessage) => void): ServedInterface {
  const told = (kind: 'activate' | 'secondary-activate' | 'scroll', takes: string): ServedMethod => ({
    takes,
    answers: '',
    call: () => {
      onMessage({ kind });
      return [];
    },
  });
  const methods = {
    Activate: told('activate', 'ii'),
    SecondaryActivate: told('secondary-activate', 'ii'),
    // The host can't show the menu that `Menu` names, and requests one of ours. The window has everything that the menu has.
    ContextMenu: told('activate', 'ii'),
    Scroll: told('scroll', 'is'),
  };
  return { name: itemInterface, methods, properties: () => propertiesOf(view()), signals };
}

function propertiesOf({ iconPath, pictures, toolTip, menuPath }: ItemView) {
  const title = 'Hub';
  return {
    Category: variant('s', 'ApplicationStatus'),
    Id: variant('s', 'hub'),
    Title: variant('s', title),
    Status: variant('s', 'Active'),
    WindowId: variant('i', 0),
    IconThemePath: variant('s', ''),
    IconName: variant('s', withoutNul(iconPath)),
    IconPixmap: variant('a(iiay)', pictures.map(pixmapOf)),
    OverlayIconName: variant('s', ''),
    OverlayIconPixmap: variant('a(iiay)', []),
    AttentionIconName: variant('s', ''),
    AttentionIconPixmap: variant('a(iiay)', []),
    AttentionMovieName: variant('s', ''),
    // It names Hub itself, so it is the title. A description below could contain markup; there is none.
    ToolTip: variant('(sa(iiay)ss)', ['', [], withoutNul(toolTip), '']),
    ItemIsMenu: variant('b', false),
    Menu: variant('o', menuPath),
  };
}

function pixmapOf({ sizePx, pixels }: Picture): readonly [number, number, Buffer] {
  const turned = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    turned[at] = pixels[at + 3] ?? 0;
    pixels.copy(turned, at + 1, at, at + 3);
  }
  return [sizePx, sizePx, turned];
}
