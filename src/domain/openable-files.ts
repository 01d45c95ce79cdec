/**
 * Which files may be opened from the window. Opening passes a file to the program registered for its type; that program would run a program, a script
 * or a page with scripts, whose content was copied from anywhere. Those are shown in their folder instead.
 */

/** Extensions of files that are viewed or edited, on every system. */
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
