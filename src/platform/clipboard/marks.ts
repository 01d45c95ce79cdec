/**
 * Marks by which an owner declares a copy secret. They are formats beside the content, so Hub sees them before it reads any content. Sources:
 * KeePassXC and KDE (`x-kde-passwordManagerHint`), Microsoft "Clipboard Formats" (cloud clipboard and history), nspasteboard.org.
 */

/** What a mark means: concealed by its presence, or depending on its value. */
type Mark = 'by-presence' | ((value: Buffer) => boolean);

const secretUnlessOne = (value: Buffer): boolean =>
  !(value.length > 0 && (value.toString('latin1').replaceAll('\0', '') === '1' || value.readUInt8(0) === 1));

const marks: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['x-kde-passwordManagerHint', (value) => value.toString('latin1').replaceAll('\0', '').trim() === 'secret'],
  ['CanIncludeInClipboardHistory', secretUnlessOne],
  ['ExcludeClipboardContentFromMonitorProcessing', 'by-presence'],
  ['Clipboard Viewer Ignore', 'by-presence'],
  // Qt maps formats of Windows to X11 under this name.
  ['application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"', 'by-presence'],
  ['application/x-qt-windows-mime;value="Clipboard Viewer Ignore"', 'by-presence'],
  ['org.nspasteboard.ConcealedType', 'by-presence'],
  ['org.nspasteboard.TransientType', 'by-presence'],
  ['application/x-nspasteboard-concealed-type', 'by-presence'],
  ['de.petermaurer.TransientPasteboardType', 'by-presence'],
  ['com.agilebits.onepassword', 'by-presence'],
]);

/** All names of marks. */
export const markNames: readonly string[] = [...marks.keys()];

/** True if one of the formats conceals the copy by its presence. */
export function concealsByPresence(formats: readonly string[]): boolean {
  return formats.some((format) => marks.get(format) === 'by-presence');
}

/** The marks among the formats whose value has to be read. */
export function marksToRead(formats: readonly string[]): string[] {
  return formats.filter((format) => typeof marks.get(format) === 'function');
}

/** True if the mark's value conceals the copy. So does a value that could not be read (null). */
export function concealsByValue(mark: string, value: Buffer | null): boolean {
  const decide = marks.get(mark);
  return typeof decide === 'function' && (value === null || decide(value));
}
