/** What becomes of a package and of a user's copies, step by step. */
import path from 'node:path';
import { type CleanSystem, user } from './clean-system.ts';
import { expect, must, type Step, stepByStep } from './step.ts';

export interface Trial {
  /** The .deb of the version to try, and of one before it, whose journal has an earlier form. */
  readonly later: string;
  readonly earlier: string;
  /** Of the later one's journal. */
  readonly form: number;
}

const home = `/home/${user}/.local/share/hub`;
const program = '/usr/lib/hub-desktop';
/** On a machine with nothing else to do. Here another program may run: it fails only where it is something else than slow. */
const targetSeconds = { first: 4, later: 2 } as const;
const slownessAllowed = 10;

/** Yields each step as it is done. */
export function tryPackage(system: CleanSystem, trial: Trial): Generator<Step> {
  return stepByStep(stepsOf(system, trial));
}

function stepsOf(system: CleanSystem, { later, earlier, form }: Trial): readonly (readonly [string, () => string | undefined])[] {
  const [laterFile, earlierFile] = [system.take(later), system.take(earlier)];
  /** Asks the journal by its own Node. */
  const askJournal = (pragma: string): string => {
    const script = `console.log(new (require('node:sqlite').DatabaseSync)('${home}/data/hub.db').prepare('PRAGMA ${pragma}').get()?.user_version)`;
    return must(system.asUser(`${program}/node -e "${script}"`)).text;
  };
  const formThere = (): number => Number(/^\d+$/m.exec(askJournal('user_version'))?.[0]);
  const setForm = (number: number): string => askJournal(`user_version = ${number}`);
  const saved: string[] = [];
  const save = (): undefined => {
    const word = `copy number ${saved.length} of this trial`;
    must(system.asUser('hub save', `${word}\n`));
    saved.push(word);
  };
  const allThere = (): undefined => {
    const { items } = JSON.parse(must(system.asUser('hub history --json 2>/dev/null')).text) as {
      readonly items: readonly { readonly preview?: string }[];
    };
    const told = JSON.stringify(items);
    for (const [index] of saved.entries())
      expect(told.includes(`copy-number-${index}-of-this-trial`), `copy ${index} is in the history`, told);
    expect(items.length === saved.length, `${saved.length} copies are in the history`, told);
  };
  const started = (which: keyof typeof targetSeconds): string => {
    const { seconds } = must(system.asUser('hub start'));
    const target = targetSeconds[which];
    expect(seconds <= target * slownessAllowed, `it starts within ${target} s`, `${seconds.toFixed(2)} s`);
    return `${seconds.toFixed(2)} s (target ${target} s)`;
  };

  const nothingLeft = (): void => {
    for (const place of [program, '/usr/bin/hub', '/usr/share/applications/hub.desktop', '/usr/share/man/man1/hub.1.gz'])
      expect(!system.has(place), `${place} is gone`, '');
    expect(system.has(`/home/${user}/WorkSpace`), 'the saved files stay', '');
    const left = system.running();
    expect(left.length === 0, 'nothing runs', left.join('\n'));
  };

  return [
    [
      'the earlier version is installed',
      () => {
        const ran = must(system.apt('install', earlierFile));
        return `${ran.seconds.toFixed(1)} s`;
      },
    ],
    ['an ordinary user starts it for the first time', () => started('first')],
    ['what is saved is kept', () => save() ?? allThere()],
    ['it stops, and starts again', () => must(system.asUser('hub stop')) && started('later')],
    [
      'an upgrade while it runs',
      () => {
        save();
        expect(formThere() < form, 'the earlier journal has an earlier form', String(formThere()));
        const ran = must(system.apt('install', laterFile));
        expect(ran.text.includes('A running Hub stays on 0.0.9 until you restart it'), 'it says that the earlier one stays', ran.text);
        save();
        return `${ran.seconds.toFixed(1)} s`;
      },
    ],
    [
      'after a restart it is the later version, with every copy',
      () => {
        must(system.asUser('hub stop'));
        const figure = started('first');
        expect(formThere() === form, `the journal has form ${form}`, String(formThere()));
        allThere();
        save();
        return figure;
      },
    ],
    [
      'the next start migrates nothing, and the journal is whole',
      () => {
        must(system.asUser('hub stop'));
        const figure = started('later');
        expect(formThere() === form, `the journal has form ${form}`, String(formThere()));
        allThere();
        must(system.asUser('hub doctor node packages hub pipes versions journal large-contents page home'));
        return figure;
      },
    ],
    [
      'text is taken out of a document',
      () => {
        const ran = must(system.asUser('hub extract /usr/share/doc/hub-desktop/copyright'));
        expect(ran.text.includes('Upstream-Name: hub-desktop'), 'the text is printed', ran.text);
        return undefined;
      },
    ],
    [
      'the manual is found by its words',
      () => {
        must(system.apt('install', 'man-db'));
        const ran = must(system.asUser('apropos clipboard history'));
        expect(/^hub \(1\)/m.test(ran.text), 'apropos names hub(1)', ran.text);
        return undefined;
      },
    ],
    [
      'the start at login is that of the package',
      () => {
        must(system.asUser('hub autostart on'));
        const ran = must(system.asUser('cat .config/autostart/hub.desktop'));
        expect(/^Exec=.*\/usr\/bin\/hub run --hidden$/m.test(ran.text), 'it starts /usr/bin/hub', ran.text);
        return undefined;
      },
    ],
    [
      'a downgrade is refused with a sentence, by the package and by the journal',
      () => {
        const ran = system.asRoot('dpkg', '--install', earlierFile);
        expect(ran.status !== 0 && ran.text.includes('could not read its journals'), 'the package refuses', ran.text);
        expect(must(system.asUser('hub --version')).text.includes('0.1.0'), 'the later version stays', '');
        must(system.asUser('hub stop'));
        // As a later version than this one would leave it.
        setForm(form + 1);
        const older = system.asUser('hub start');
        expect(older.status === 1 && older.text.includes('newer Hub'), 'the journal refuses', older.text);
        expect(system.running().length === 0, 'nothing runs after that', system.running().join('\n'));
        setForm(form);
        must(system.asUser('hub start'));
        allThere();
        return undefined;
      },
    ],
    [
      'the data is deleted only for who says yes',
      () => {
        const ran = system.asUser('hub uninstall --data');
        expect(ran.status === 1 && ran.text.includes('nothing was removed'), 'nobody says yes', ran.text);
        allThere();
        const no = system.asUser("script -qec 'hub uninstall --data' /dev/null", 'n\n');
        expect(no.text.includes('[y/N]') && no.text.includes('nothing was removed'), 'a no', no.text);
        must(
          system.asUser(
            'mkdir -p .config/systemd/user/graphical-session.target.wants && ln -s /usr/lib/systemd/user/hub.service .config/systemd/user/graphical-session.target.wants/',
          ),
        );
        const both = must(system.asUser('hub autostart --json'));
        expect(/"entry".*"unit"/.test(both.text), 'both start it', both.text);
        must(system.asUser('hub uninstall'));
        expect(!system.has(`/home/${user}/.config/autostart/hub.desktop`), 'no entry starts it any more', '');
        const still = must(system.asUser('hub autostart'));
        expect(still.text.includes('does not start'), 'no unit starts it any more', still.text);
        return undefined;
      },
    ],
    [
      'removed while it runs, it is stopped, nothing of the program is left, and every copy is',
      () => {
        must(system.asUser('hub start'));
        save();
        const ran = must(system.apt('remove', 'hub-desktop'));
        expect(ran.text.includes(`stopping the Hub of ${user}`), 'it says whose Hub it stops', ran.text);
        nothingLeft();
        expect(system.has(path.join(home, 'data/hub.db')), 'the journal stays', '');
        return undefined;
      },
    ],
    [
      'installed again, it has every copy; purged, the journal stays',
      () => {
        must(system.apt('install', laterFile));
        must(system.asUser('hub start'));
        allThere();
        must(system.asUser('hub stop'));
        must(system.apt('purge', 'hub-desktop'));
        nothingLeft();
        expect(system.has(path.join(home, 'data/hub.db')), 'the journal stays', '');
        return undefined;
      },
    ],
    [
      'the data is deleted for who says yes, and the saved files stay',
      () => {
        must(system.apt('install', laterFile));
        const yes = must(system.asUser("script -qec 'hub uninstall --data' /dev/null", 'y\n'));
        expect(!system.has(home) && system.has(`/home/${user}/WorkSpace`), 'the home is gone, and the saved files stay', yes.text);
        expect(!system.has(`/home/${user}/.cache/hub-desktop`), 'so is the cache', '');
        return undefined;
      },
    ],
  ];
}
