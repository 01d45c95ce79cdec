/** What desktops, shops for programs and systemd read about the installed program. */
import type { Edition } from '../completions/man-page.ts';

const summary = 'Keeps what you copy, and saves it under the right name';

/**
 * The entry of the menu. When Hub runs, it writes an entry of this name for its user, with its tasks, which then takes the place of this one
 * (`src/platform/jump-list/desktop-entry.ts`).
 */
export const desktopEntry = `[Desktop Entry]
Type=Application
Version=1.4
Name=Hub
Comment=${summary}
Comment[de]=Behält, was kopiert wurde, und speichert es unter dem richtigen Namen
Comment[zh_CN]=保存复制的内容，并以合适的名称存为文件
Exec=hub
TryExec=hub
Icon=hub-desktop
Terminal=false
StartupWMClass=hub-desktop
Categories=Utility;
Keywords=clipboard;history;copy;paste;
Keywords[de]=Zwischenablage;Verlauf;Kopieren;Einfügen;
Keywords[zh_CN]=剪贴板;历史;复制;粘贴;
`;

/** For who prefers systemd to `hub autostart on`: `systemctl --user enable --now hub`. systemd.service(5). */
export const userUnit = `[Unit]
Description=Hub, which keeps what you copy
PartOf=graphical-session.target
After=graphical-session.target

[Service]
ExecStart=/usr/bin/hub run --hidden
Restart=on-failure
RestartSec=5
TimeoutStopSec=30

[Install]
WantedBy=graphical-session.target
`;

/** AppStream's data: https://www.freedesktop.org/software/appstream/docs/. */
export function appStreamData({ version, date }: Edition): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>hub-desktop</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>Hub</name>
  <summary>${summary}</summary>
  <description>
    <p>Hub runs in the background and keeps everything that is copied, on this machine alone. It recognizes the type of a copy, saves it as a file under the right name, finds it again, and puts it back on the clipboard.</p>
    <p>It never reads a copy that a password manager marks as secret. It sends nothing by itself: it looks for a newer version or downloads a language for reading pictures only when you ask for it.</p>
  </description>
  <launchable type="desktop-id">hub.desktop</launchable>
  <icon type="stock">hub-desktop</icon>
  <categories>
    <category>Utility</category>
  </categories>
  <provides>
    <binary>hub</binary>
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${new Date(date * 1_000).toISOString().slice(0, 10)}"/>
  </releases>
</component>
`;
}
