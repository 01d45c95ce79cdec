/** One question to the settings host (§4.3). */
import { askLine } from '../base/ask-line.ts';
import type { SettingsRequest } from '../contract/settings.ts';
import type { Places } from '../platform/locations.ts';
import { pipeSecurity } from '../platform/pipe-security/index.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

/** The answer where it is `ok`; null where there is none, or it is no. */
export async function askSettings(places: Places, request: SettingsRequest, { timeoutMs, signal }: CallTime): Promise<object | null> {
  const time = { timeoutMs: waitMsOf(timeoutMs), signal, isOurs: pipeSecurity?.isOurs };
  const asked = await askLine(places.pipe('settings-host'), request, time);
  const answer = asked.ok && typeof asked.value === 'object' ? asked.value : null;
  return answer !== null && 'ok' in answer && answer.ok === true ? answer : null;
}
