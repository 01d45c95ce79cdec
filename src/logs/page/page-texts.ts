import type { LogPageTexts } from '../../contract/diagnostics/log-page.ts';
import { say } from '../../domain/language/say.ts';
import { notATimeInWords } from '../time-words.ts';

/** What the page of the logs says, in the language that is spoken. `{}` is where the page puts a value in. */
export function pageTexts(): LogPageTexts {
  return {
    title: say('Hub’s log'),
    made: say('made {value}', { value: '{}' }),
    zone: say('times in {zone}', { zone: '{}' }),
    loading: say('Reading the lines…'),
    unreadable: say('This page needs a newer browser.'),
    failed: say('The lines on this page are damaged.'),
    search: say('Search the log'),
    searchCut: say('Only the first words of this long search are used.'),
    searchHint: say('Words, verdict=save or event="copy gone"'),
    level: say('Level'),
    levelFrom: say('{value} and above', { value: '{}' }),
    allLevels: say('All levels'),
    components: say('Components'),
    from: say('From'),
    until: say('Until'),
    wholeTime: say('All times'),
    wrongTime: notATimeInWords('{}', ['17:30', '2026-11-29', '2026-11-29 17:30:05']),
    timeline: say('Lines over time'),
    timelineHint: say('Drag to choose a time'),
    heights: say('Tallest bars: {lines} for lines, {errors} for errors', { lines: '{}', errors: '{errors}' }),
    muchEarlier: say('Much earlier, gathered at this edge: {value}', { value: '{}' }),
    muchLater: say('Much later, gathered at this edge: {value}', { value: '{}' }),
    lines: say('Lines'),
    errors: say('Errors'),
    time: say('Time'),
    component: say('Component'),
    event: say('Event'),
    details: say('Details'),
    copy: say('Copy no.'),
    ofCopy: {
      name: '{}',
      path: say('What happened to copy {value}', { value: '{}' }),
      follow: say('Show all lines of copy {value}', { value: '{}' }),
    },
    ofCopies: {
      name: '{}',
      path: say('What happened to copies {value}', { value: '{}' }),
      follow: say('Show all lines of copies {value}', { value: '{}' }),
    },
    ofCapture: {
      name: say('capture {value}', { value: '{}' }),
      path: say('What happened to capture {value}', { value: '{}' }),
      follow: say('Show all lines of capture {value}', { value: '{}' }),
    },
    endPath: say('Show all lines again'),
    shown: say('{shown} of {all} lines', { shown: '{}', all: '{all}' }),
    cut: say('Older lines were left out.'),
    damaged: say('Damaged lines left out: {value}', { value: '{}' }),
    nothing: say('No lines match.'),
    clear: say('Clear all filters'),
    close: say('Close'),
    keys: say('/: search · ↑ ↓: select · Enter: show its copy · Esc: back'),
  };
}
