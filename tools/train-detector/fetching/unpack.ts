/** Unpacks archives, except for files that cannot be text, which are most of the bytes. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { runCommand } from './command.ts';

const unpackWithinMs = 900_000;

/** Extensions of files that are not text, or not useful as text. Files ending in .gz are unpacked: Debian compresses documents by policy. */
const excludedExtensions =
  'png jpg jpeg gif ico icns webp bmp xpm tif tiff pdf ps eps dvi so a o la lo exe dll lib pyc elc beam cmi cmo cmx cmxa cmxs cmt cmti cma ' +
  'hi dyn_hi p_hi mo gmo jar class war rlib rmeta wasm node ttf otf woff woff2 eot pfb tfm vf mp3 ogg wav flac mp4 webm avi swf zip bz2 ' +
  'xz zst 7z tgz tar rda rds rdata rdb sqlite db hdf5 h5 npy npz mat bin dat fasl core pack idx map blend';
const words = [
  '--extract',
  '--no-same-owner',
  '--no-same-permissions',
  '--wildcards',
  '--ignore-case',
  ...excludedExtensions.split(' ').map((extension) => `--exclude=*.${extension}`),
];

/** Unpacks a `.deb`. @returns false if it could not be unpacked completely; then the folder does not exist. */
export function unpackDebian(archive: string, folder: string): Promise<boolean> {
  const script = 'dpkg-deb --fsys-tarfile "$0" | tar "$@"';
  return unpackInto(folder, async (partial) => {
    const all = ['-o', 'pipefail', '-c', script, archive, ...words, '--directory', partial];
    return (await runCommand('bash', all, { timeoutMs: unpackWithinMs })).ok;
  });
}

/** Unpacks tar archives, with any compression, into one folder; later ones overwrite files of earlier ones. */
export function unpackTars(archives: readonly string[], folder: string): Promise<boolean> {
  return unpackInto(folder, async (partial) => {
    for (const archive of archives) {
      const all = [...words, '--file', archive, '--directory', partial];
      if (!(await runCommand('tar', all, { timeoutMs: unpackWithinMs })).ok) return false;
    }
    return true;
  });
}

/** The folder appears only when it is complete. */
async function unpackInto(folder: string, unpack: (partial: string) => Promise<boolean>): Promise<boolean> {
  const partial = `${folder}.partial`;
  for (const old of [partial, folder]) rmSync(old, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const whole = await unpack(partial);
  if (whole) renameSync(partial, folder);
  else rmSync(partial, { recursive: true, force: true });
  return whole;
}
