import type { LanguagePatterns } from './patterns.ts'

/** Printed from the language data of the runtime by `node scripts/print-date-patterns.ts`. */
export const patterns: LanguagePatterns = {
  weekdays: 'domingo lunes martes miércoles jueves viernes sábado',
  shortWeekdays: 'dom lun mar mié jue vie sáb',
  months:
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  shortMonths: 'ene feb mar abr may jun jul ago sept oct nov dic',
  wdm: '{w}, {d} {m}',
  wdmy: '{w}, {d} {m} {y}',
  dM: '{d} de {M}',
  dMy: '{d} de {M} de {y}',
  dm: '{d} {m}',
  dmy: '{d} {m} {y}',
  My: '{M} de {y}',
  WdM: '{W}, {d} de {M}',
  WdMy: '{W}, {d} de {M} de {y}',
  hourCycle: 'h23',
  minuteSeparator: ':',
  am: ' a. m.',
  pm: ' p. m.',
  inMinutes: 'dentro de # min',
  minutesAgo: 'hace # min',
  inHours: 'dentro de # h',
  hoursAgo: 'hace # h',
  namedDays: 'anteayer|ayer|hoy|mañana|pasado mañana',
  inDays: 'dentro de # días',
  daysAgo: 'hace # días',
  regional: [
    ['BR BZ CU MX US 419', { hourCycle: 'h12', am: ' a.m.', pm: ' p.m.' }],
    ['AR CO', { dmy: '{d} de {m} de {y}' }],
    ['AR BO CL CO CR DO EC GT HN NI PA PE PH PR PY SV UY VE', { hourCycle: 'h12' }],
    ['BR BZ', { hourCycle: 'h23' }],
    ['CO US', { wdm: '{w}, {d} de {m}' }],
    ['CO', { dm: '{d} de {m}' }],
    ['DO', { dmy: '{d} {m} de {y}' }],
    ['HN', { WdMy: '{W} {d} de {M} de {y}' }],
    [
      'MX',
      {
        shortMonths: 'ene feb mar abr may jun jul ago sep oct nov dic',
        wdm: '{w} {d} de {m}',
        inHours: 'en # h',
      },
    ],
    ['MX US', { wdmy: '{w}, {d} de {m} de {y}' }],
    [
      'PE UY',
      {
        months:
          'enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre',
        shortMonths: 'ene. feb. mar. abr. may. jun. jul. ago. set. oct. nov. dic.',
      },
    ],
    ['PY VE', { shortMonths: 'ene. feb. mar. abr. may. jun. jul. ago. sept. oct. nov. dic.' }],
    ['SV', { namedDays: 'antier|ayer|hoy|mañana|pasado mañana' }],
  ],
}
