/**
 * Which files may be opened from the window. Opening hands a file to whatever program is registered for its type; for a program, a script or a
 * page with scripts that program would run it, and what it holds was copied from anywhere. Those are shown in their folder instead.
 */

/** Endings of files that are looked at or edited, on every system. */
const looked = new Set(
  (
    'txt md markdown rst adoc org log csv tsv json jsonl yaml yml toml ini xml po srt vtt bib tex ' +
    'png jpg jpeg gif webp bmp tif tiff avif heic ico pdf epub ' +
    'docx xlsx pptx odt ods odp rtf mp3 ogg flac wav m4a mp4 webm mkv mov avi zip gz xz zst 7z tar'
  ).split(' '),
);

/** Whether a file is opened rather than shown in its folder. */
export function isOpenedHere(file: string): boolean {
  const ending = /[^\\/.]\.([a-z0-9]{1,8})$/i.exec(file)?.[1]?.toLowerCase();
  return ending !== undefined && looked.has(ending);
}
