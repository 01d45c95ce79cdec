/** From a copy to a file: how long it takes and which steps take the time, how many fast copies are lost, and what large ones cost. */
import { TestHub } from '../../test/harness/hub.ts';
import type { Bench } from '../bench.ts';
import { SavedEvents } from '../soak/saved-events.ts';
import { measureIdle } from './capture-idle.ts';
import { measureLarge } from './capture-large.ts';
import { measureLatency } from './capture-latency.ts';
import { measureLosses } from './capture-losses.ts';
import { captureSystems, openPlace, openRivals } from './capture-places.ts';
import { measureOnWine } from './capture-wine.ts';

export const capture: Bench = {
  about:
    'from a copy to its durable file: time, steps, losses in bursts (compared with others), large copies; --system x11, wayland or wine',
  choices: { system: [...captureSystems, 'wine'] },
  run: async (report, parts, _options, chosen) => {
    if (chosen.system === 'wine') return measureOnWine(report, parts);
    const system = captureSystems.find((each) => each === chosen.system) ?? captureSystems[0];
    const { place, by, burst, copying, owner } = await openPlace[system](parts);
    const hub = parts.use(new TestHub(place));
    const { ports } = await hub.start();
    const events = parts.use(await SavedEvents.open(ports.bridge ?? 0));
    await measureIdle(hub, report);

    const program = parts.use(await copying());
    await measureLatency({ owner: program, events, places: hub.places, report });
    await program[Symbol.asyncDispose]();

    await using compared = new AsyncDisposableStack();
    await measureLosses({ hub, burst, by, rivals: await openRivals[system](report, compared), report });
    await compared.disposeAsync();

    await measureLarge({ hub, owner: parts.use(await owner()), events, report });
  },
};
