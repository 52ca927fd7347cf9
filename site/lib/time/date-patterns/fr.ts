import type { LanguagePatterns } from './patterns.ts'

/** Printed from the language data of the runtime by `node scripts/print-date-patterns.ts`. */
export const patterns: LanguagePatterns = {
  weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
  shortWeekdays: 'dim. lun. mar. mer. jeu. ven. sam.',
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  shortMonths: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  wdm: '{w} {d} {m}',
  wdmy: '{w} {d} {m} {y}',
  dM: '{d} {M}',
  dMy: '{d} {M} {y}',
  dm: '{d} {m}',
  dmy: '{d} {m} {y}',
  My: '{M} {y}',
  WdM: '{W} {d} {M}',
  WdMy: '{W} {d} {M} {y}',
  hourCycle: 'h23',
  minuteSeparator: ':',
  am: ' AM',
  pm: ' PM',
  inMinutes: 'dans # min',
  minutesAgo: 'il y a # min',
  inHours: 'dans # h',
  hoursAgo: 'il y a # h',
  namedDays: 'avant-hier|hier|aujourd’hui|demain|après-demain',
  inDays: 'dans # jours',
  daysAgo: 'il y a # jours',
  regional: [
    [
      'CA',
      {
        shortMonths: 'janv. févr. mars avr. mai juin juill. août sept. oct. nov. déc.',
        minuteSeparator: ' h ',
        am: ' a.m.',
        pm: ' p.m.',
      },
    ],
    ['CH', { WdMy: '{W}, {d} {M} {y}' }],
    ['CM', { am: '', pm: '' }],
    ['DJ DZ MR NH SY TD TN VU', { hourCycle: 'h12' }],
    ['MA', { shortMonths: 'jan. fév. mar. avr. mai jui. juil. août sept. oct. nov. déc.' }],
  ],
}
