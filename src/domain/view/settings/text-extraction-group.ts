/** The settings about the text in pictures, as a part of the table of all settings. */
import { say } from '../../language/say.ts';

export const textExtractionGroup = () =>
  ({
    id: 'text-extraction',
    title: say('Text in pictures'),
    document: 'text-extraction',
    settings: [
      {
        path: ['read_pictures'],
        title: say('Pictures that are read by themselves'),
        help: say('Searches find the text in them. It is read on this machine, while nothing else happens.'),
        form: {
          kind: 'choice',
          choices: [
            { value: 'small', name: say('Small pictures'), detail: say('A screen of usual size, or a part of one') },
            { value: 'all', name: say('All pictures'), detail: say('Photographs and large screens too, which takes longer') },
            { value: 'off', name: say('None'), detail: say('Each picture can be read on request') },
          ],
        },
      },
      {
        path: ['small_pixels'],
        title: say('Most pixels of a small picture'),
        help: say('A screen of 1920 × 1080 has 2073600.'),
        form: { kind: 'number', least: 1, most: 100_000_000, unit: say('pixels'), empty: null },
      },
      {
        path: ['languages'],
        title: say('Languages of the text'),
        help: say('English if there is none here. Others are installed by: hub ocr --install deu'),
        form: { kind: 'list', adds: say('Language, such as deu') },
      },
    ],
  }) as const;
