/**
 * A security identifier as ConvertSidToStringSidW has it, which allocates each text. The layout is SID of winnt.h ([MS-DTYP] 2.4.2.2): its revision, the number
 * of its parts, its authority in six bytes of big-endian, and the parts in four bytes of little-endian. Null for bytes that are none.
 */
export function sidText(sid: Buffer): string | null {
  const [revision, parts] = [sid[0] ?? 0, sid[1] ?? 0];
  if (revision !== 1 || 8 + 4 * parts > sid.length) return null;
  const authority = sid.readUIntBE(2, 6);
  const shown = authority < 2 ** 32 ? `${authority}` : `0x${authority.toString(16).toUpperCase().padStart(12, '0')}`;
  return ['S-1', shown, ...Array.from({ length: parts }, (_, at) => sid.readUInt32LE(8 + 4 * at))].join('-');
}
