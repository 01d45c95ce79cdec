/** Which pictures are read by themselves, as settings of the text extraction. */
import { say } from '../../language/say.ts';
import type { Setting } from './setting-form.ts';

export const pictureReading = (): readonly Setting[] => [
  {
    path: ['read_pictures'],
    title: say('Read pictures automatically'),
    help: say('Lets searches find the text in them. Pictures are read on this machine while it is idle.'),
    form: {
      kind: 'choice',
      choices: [
        { value: 'small', name: say('Small pictures'), detail: say('A screen of typical size, or part of one') },
        { value: 'all', name: say('All pictures'), detail: say('Including photographs and large screens, which takes longer') },
        { value: 'off', name: say('None'), detail: say('Each picture can be read on request') },
      ],
    },
  },
  {
    path: ['small_pixels'],
    title: say('Size limit of small pictures'),
    help: say('A 1920 × 1080 screen has {count, number} pixels.', { count: 2_073_600 }),
    form: { kind: 'number', least: 1, most: 100_000_000, unit: say('pixels'), empty: null },
  },
];
