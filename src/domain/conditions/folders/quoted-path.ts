/** A path as a shell takes it. */
export function quotedPath(file: string): string {
  return `'${file.replaceAll("'", String.raw`'\''`)}'`;
}
