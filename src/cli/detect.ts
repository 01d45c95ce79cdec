/** `hub detect [FILE|-]`: file type and embedded file name, by the same function that judges every capture; needs no running Hub. */
import path from 'node:path';
import type { DetectAnswer } from '../contract/bridge.ts';
import { detect as detectType } from '../domain/detect/detect.ts';
import { embeddedFileName } from '../domain/embedded-name.ts';
import { readInput } from './save.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';

export async function detect(surface: Surface, file: string | undefined, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const input = await readInput(surface, file);
  if (typeof input === 'string') return failedBecause(surface, input);
  const embeddedFilename = embeddedFileName(new TextDecoder().decode(input.subarray(0, 65_536)));
  const fileName = file === undefined || file === '-' ? embeddedFilename : path.basename(file);
  const detection = await detectType(input, fileName === null ? {} : { fileName });
  if (options.json) printJson(surface, { detection, embeddedFilename } satisfies DetectAnswer);
  else {
    surface.print(
      detection === null
        ? 'unknown'
        : `${detection.typeId} (${detection.group}, ${detection.mediaType}), ${Math.round(detection.confidence * 100)} % sure`,
    );
    if (embeddedFilename !== null) surface.print(`It names itself ${embeddedFilename}`);
  }
  return 0;
}
