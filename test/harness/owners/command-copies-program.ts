/** Prints, as JSON, the detected owner or the refusal of copies by commands that run in the background. Must run where no other process is. */
import { spawnSync } from 'node:child_process';
import { type ContentFilter, contentFilterDocument } from '../../../src/contract/documents/content-filter.ts';
import { asksForOwner, judgeOwner } from '../../../src/domain/capture/content-filter.ts';
import type { OwnerIdentity } from '../../../src/platform/clipboard/interface.ts';
import { ClipboardRig } from '../desktop/clipboard-rig.ts';

type Told = Pick<OwnerIdentity, 'name' | 'windowTitle'> | string;

let rules: object = {};
const filter = (): ContentFilter => contentFilterDocument.parse(rules);

async function* tell(): AsyncGenerator<readonly [string, Told]> {
  await using rig = await ClipboardRig.open({
    needsOwner: () => asksForOwner(filter()),
    judge: ({ owner, isOwnerComplete, ownerMayBe, initial }) => {
      const verdict = judgeOwner(owner, { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: initial }, filter());
      return verdict === 'read' ? 'read' : { refuse: verdict };
    },
  });
  const next = async (): Promise<Told> => {
    const event = await rig.next();
    return event.kind === 'copy' ? { name: event.copy.owner.name, windowTitle: event.copy.owner.windowTitle } : event.because;
  };
  const xsel = (selection: string): void => {
    const env = { ...process.env, DISPLAY: rig.display.name, HOME: rig.folder };
    spawnSync('xsel', [selection, '--input'], { input: 'a', env, stdio: ['pipe', 'ignore', 'ignore'] });
  };
  const window = await rig.owner();
  await window.showWindow({ title: 'notes', className: 'FeatherPad' });
  xsel('--clipboard');
  yield ['xsel', await next()];
  for (const [name, value] of Object.entries({
    'xclip, nothing excluded': {},
    'xclip, the window in front excluded': { excluded_app_names: ['featherpad'] },
    'xclip, a word of its title excluded': { blacklisted_window_keywords: ['notes'] },
    'xclip, itself excluded': { excluded_app_names: ['xclip'] },
  })) {
    rules = value;
    await rig.xclip(['-i'], 'a');
    yield [name, await next()];
  }
  rules = {};
  rig.watch();
  yield ['xclip, found at the start', await next()];
  xsel('--primary');
  rig.watch();
  yield ['xclip or xsel, found at the start', await next()];
}

const all: Record<string, Told> = {};
for await (const [what, told] of tell()) all[what] = told;
process.stdout.write(JSON.stringify(all));
