/** Why a server of Hub refused a request, for people: by the word of the refusal, whose own sentence is English and for programs. */
import { type ProblemReason, problems } from '../../contract/problem.ts';
import { say, sayHeard } from '../language/say.ts';

/** What somebody may see who uses the command or the window. The other refusals mean a bug in a program. */
const sentences: Readonly<Partial<Record<ProblemReason, () => string>>> = {
  'sandboxed-program': () =>
    say('The program that connected runs in a sandbox (Flatpak, Snap or another), and sandboxed programs may not use Hub.'),
  'foreign-user': () => say('The program that connected belongs to another user, or its user could not be determined.'),
  'not-found': () => say('The requested item does not exist.'),
  'too-slow': () => say('The request did not arrive in time.'),
  'not-kept': () => say('The content filter did not keep this copy, and it cannot be kept now.'),
  gone: () => say('Hub did not keep this copy, and it is not on the clipboard any more, so its content is gone.'),
  'body-too-large': () => say('The body is larger than the limit.'),
  'too-many-requests': () => say('Wait, then try again.'),
  internal: () => say('The request failed because of an error in Hub; see the log for details.'),
  unavailable: () => say('The server is stopping or too busy.'),
  'disk-full': () => say('The disk is too full to save this.'),
};

/** `word`: of the refusal, as the client has it: with underscores. `detail`: its sentence, which may be a more exact one than the usual. */
export function heardProblem(word: string, detail: string): string {
  const reason = (Object.keys(sentences) as ProblemReason[]).find(
    (one) => one.replaceAll('-', '_') === word && problems[one].detail === detail,
  );
  return (reason === undefined ? undefined : sentences[reason]?.()) ?? sayHeard(detail);
}
