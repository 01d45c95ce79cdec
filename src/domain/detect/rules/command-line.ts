/**
 * Well-known command lines: `git clone https://…`, `npm install -D vite`, `docker compose up`. They are the code that is copied most, and too short
 * for a guess, because their words are as common in recipes, pipelines and pages. Pure.
 */
import type { Claim, Sample } from '../text-sample.ts';
import { isSaying } from './saying.ts';

/** The subcommands of these programs; the rest of the line does not matter. */
const told: readonly (readonly [programs: string, verbs: string])[] = [
  [
    'git',
    'add apply bisect blame branch checkout cherry-pick clean clone commit config diff fetch grep init log merge mv pull push rebase reflog remote reset restore revert rm show stash status submodule switch tag worktree',
  ],
  [
    'npm pnpm yarn bun',
    'add audit ci create dedupe dlx exec i info init install link login outdated pack publish remove run start test uninstall update upgrade view why',
  ],
  ['pip pip3 pipx uv', 'add download freeze install list pip run show sync uninstall upgrade venv'],
  [
    'docker podman',
    'attach build buildx compose container cp create exec image images info inspect kill login logs network ps pull push restart rm rmi run start stop system tag top volume',
  ],
  ['docker-compose', 'build down exec logs ps pull restart run start stop up'],
  [
    'kubectl oc',
    'annotate apply attach config cp create delete describe edit exec explain expose get label logs patch port-forward rollout run scale top',
  ],
  ['helm', 'create dependency install lint list package pull repo rollback search status template uninstall upgrade'],
  ['apt apt-get aptitude dnf yum zypper', 'autoremove dist-upgrade full-upgrade install list purge remove search show update upgrade'],
  ['brew', 'cask doctor info install link list outdated search services tap uninstall update upgrade'],
  ['apk', 'add del update upgrade'],
  ['snap flatpak choco winget scoop gem composer', 'install require uninstall'],
  ['cargo', 'add bench build clean clippy doc fmt init install new publish run'],
  ['go', 'build env fmt generate mod tool vet'],
  ['dotnet', 'add build clean ef new nuget pack publish restore run sln test tool watch'],
  ['systemctl', 'daemon-reload disable enable is-active list-units reload restart start status stop'],
  ['terraform tofu', 'apply destroy fmt import init output plan state validate workspace'],
  ['conda mamba poetry', 'activate add build create env info init install list lock new publish remove run shell update'],
];

/** Programs that only count with an argument: an option, a path, an address, a variable, a pipe. */
const given = new Set(
  'awk bash cargo cat cd chgrp chmod chown cp curl cut dd df diff dig du echo export ffmpeg find gcc g++ go grep gunzip gzip head java javac journalctl jq kill less ln ls lsof make mkdir mount mv nc netstat node deno openssl perl php ping psql pwd python python3 rm rsync ruby scp sed sh sort source ss ssh ssh-keygen sudo tail tar tee test touch tr umount uname unzip wc wget which xargs zip zsh npx bunx mysql redis-cli sqlite3 adb convert magick nvm rustup ansible-playbook crontab env nohup tmux'.split(
    ' ',
  ),
);
const sign =
  /\s(?:-{1,2}[A-Za-z][\w-]*|[~.]{0,2}\/[^\s/*]|https?:\/\/|\S+\.(?:py|js|mjs|ts|sh|rb|pl|php|jar|gz|zip|tar|txt|json|ya?ml|md|log|conf|csv|sql|c|cpp|go|rs)\b|\$[\w{(]|\+[xrw]\b)|\||(?<![-=])>|&&/u;

const verbsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  told.flatMap(([programs, verbs]) => programs.split(' ').map((program) => [program, new Set(verbs.split(' '))] as const)),
);
/** For these, any two words count. */
const ofServices = new Set('aws gcloud az heroku vercel netlify firebase gh'.split(' '));
const before = /^(?:sudo (?:-[A-Za-z]+ )*|time |env )?(?:[A-Z][A-Z0-9_]*=\S* )*/u;
const mostLines = 12;

/** A few lines at most, each of them a command, a comment, or the rest of a command. */
export function claimCommandLine({ lines }: Sample): Claim | null {
  if (lines.length > mostLines || lines.some((line) => line.startsWith('\t'))) return null;
  const told = lines.filter((line, index) => !/^\s*#/u.test(line) && !(lines[index - 1] ?? '').endsWith('\\'));
  return told.length > 0 && told.every(isCommand) ? { typeId: 'shell', confidence: 0.95 } : null;
}

const shells = new Set(['shell', 'shellsession', 'powershell', 'batch']);

/** Whether a text of this type is one command, perhaps on several lines that each continue the one before, and perhaps with comments. */
export function isSingleCommand(text: string, typeId: string | undefined): boolean {
  if (typeId === undefined || !shells.has(typeId) || text.startsWith('#!')) return false;
  const lines = text.split(/\r\n|[\n\r]/u).filter((line) => line.trim() !== '' && !/^\s*#/u.test(line));
  return lines.length > 0 && lines.slice(0, -1).every((line) => /[\\`^]$/u.test(line));
}

function isCommand(line: string): boolean {
  const command = line.trimStart().replace(before, '');
  if (isSaid(command) || /^[^'"]*(?:[;{]\s*$|=>|::)|^export [a-z]+ [A-Za-z]/u.test(command)) return false;
  const program = /^(\S+)\s/u.exec(command)?.[1] ?? '';
  return isTelling(command) || (given.has(program) && sign.test(command) && !isSaying({ lines: [command] }));
}

function isTelling(command: string): boolean {
  const [, program = '', verb = '', object = ''] = /^(\S+) (\S+)(?: (\S+))?/u.exec(command) ?? [];
  if (ofServices.has(program)) return /^[a-z][a-z0-9-]+$/u.test(verb) && /^[a-z-]+$/u.test(object);
  return verbsOf.get(program)?.has(verb) ?? false;
}

/** Sentences that begin like a command: `find out more at https://…`, `git pull before you push.`, `npm test fails on Windows`. */
function isSaid(command: string): boolean {
  if (/[^\s./][.!?]$/u.test(command) && !/[/"']/u.test(command)) return true;
  return /^\S+ (?:\S+ )?(?:the|a|an|this|that|it|my|your|our|out|me|us|for|is|are|was|were|does|do|did|has|had|will|can|fails?|failed|works|worked|and|or|when|before|after|then|because)(?:\s|$)/iu.test(
    command,
  );
}
