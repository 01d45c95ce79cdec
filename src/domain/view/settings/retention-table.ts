/** The settings of the retention policy that are switches. Its rules are changed in the document. */
import { say } from '../../language/say.ts';
import type { SettingTableGroup } from './setting-form.ts';

export const retentionTable = (): SettingTableGroup => ({
  id: 'retention',
  title: say('Retention'),
  document: 'retention-policy',
  settings: [
    {
      path: ['enabled'],
      title: say('Apply the retention rules daily'),
      help: say(
        'Deletes permanently, and records what was deleted. The rules are in retention-policy.json; without rules, nothing is deleted. Show the rules with “hub retention policy”.',
      ),
      form: { kind: 'switch' },
    },
    {
      path: ['delete_pinned'],
      title: say('Also delete pinned copies'),
      help: say('If off, pinned copies stay, however old they are. Copies on a legal hold always stay.'),
      form: { kind: 'switch' },
    },
  ],
});
