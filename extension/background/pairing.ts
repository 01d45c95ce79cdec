/** Pairs the extension with Hub: sends the code that the user was shown there, and gets the token by which Hub knows this extension from then on. */
import * as z from 'zod/mini';
import type { PairTrouble } from '../messages.ts';
import type { Answering } from './connection-rules.ts';
import { isToken } from './kept.ts';
import { whatAnswers } from './listener-proof.ts';

const withinMs = 10_000;
/** A browser does not tell whether nobody has answered, or somebody whose answer may not be read. */
const withoutAnswer: Readonly<Record<Answering, PairTrouble>> = { nothing: 'not-running', another: 'not-hub', hub: 'unavailable' };
/** The token, or a problem (RFC 9457). */
const answerSchema = z.union([z.object({ token: z.string() }), z.object({ type: z.string() })]);

/** A code as it is printed, however it was typed; null: it can't be one. */
export function tidyCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-Z]{4,32}$/.test(code) ? code : null;
}

export async function askForToken(typed: string, name: string, port: number): Promise<{ readonly token: string } | PairTrouble> {
  const code = tidyCode(typed);
  if (code === null) return 'code-malformed';
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
    });
    const answer = answerSchema.parse(await response.json());
    if ('token' in answer) return response.ok && isToken(answer.token) ? { token: answer.token } : 'not-hub';
    return answer.type === 'urn:hub:problem:wrong-code'
      ? 'code-wrong'
      : answer.type.startsWith('urn:hub:problem:')
        ? 'unavailable'
        : 'not-hub';
  } catch (error) {
    // Neither JSON nor an answer that Hub gives.
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return 'not-hub';
    return withoutAnswer[await whatAnswers(port)];
  }
}

interface Brand {
  readonly brand: string;
}

/** What the user knows this browser as. */
export function browserName(userAgent: string, brands: readonly Brand[]): string {
  if (userAgent.includes('Firefox/')) return 'Firefox';
  // One of them is no browser, and is there so that nobody compares the list as a whole: `Not/A)Brand`.
  const named = brands.map(({ brand }) => brand).find((brand) => brand !== 'Chromium' && !/brand/i.test(brand));
  return named ?? 'Chromium';
}
