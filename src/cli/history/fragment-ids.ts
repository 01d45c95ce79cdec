/** Ids of copies as words of a command, and what is said about wrong ones. */
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';

export function isNumber(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

export function notANumber(surface: Surface): ExitStatus {
  return failedBecause(surface, 'the ID of a copy is a number; for the IDs: hub history', 'bad_request');
}

export function noSuchFragment(surface: Surface, id: string): ExitStatus {
  return failedBecause(surface, `there is no copy ${id}; for the IDs: hub history`, 'not_found');
}
