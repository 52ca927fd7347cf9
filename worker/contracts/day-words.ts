import type { Locale } from './locale.ts'
import { splitWords } from './words.ts'

/** A day as people name it; a number is the next such day of the week, 1 for Monday. */
export type NamedDay = 'tonight' | 'today' | 'tomorrow' | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Without case and accents, as searches compare. */
export const dayWords: Record<Locale, Record<string, NamedDay>> = {
  en: {
    tonight: 'tonight',
    today: 'today',
    tomorrow: 'tomorrow',
    monday: 1,
    tuesday: 2,
    wednesday: 3,
    thursday: 4,
    friday: 5,
    saturday: 6,
    sunday: 7,
  },
  fr: {
    'ce soir': 'tonight',
    'cette nuit': 'tonight',
    'aujourd hui': 'today',
    demain: 'tomorrow',
    lundi: 1,
    mardi: 2,
    mercredi: 3,
    jeudi: 4,
    vendredi: 5,
    samedi: 6,
    dimanche: 7,
  },
  es: {
    'esta noche': 'tonight',
    hoy: 'today',
    manana: 'tomorrow',
    lunes: 1,
    martes: 2,
    miercoles: 3,
    jueves: 4,
    viernes: 5,
    sabado: 6,
    domingo: 7,
  },
}

export type DayInText = {
  day: NamedDay
  rest: string
}

export function findDay(text: string, locale: Locale): DayInText | undefined {
  const knownWords = new Map(Object.entries({ ...dayWords.en, ...dayWords[locale] }))
  const words = splitWords(text)
  for (const index of words.keys()) {
    for (const length of [2, 1]) {
      const day = knownWords.get(words.slice(index, index + length).join(' '))
      if (day !== undefined) return { day, rest: words.toSpliced(index, length).join(' ') }
    }
  }
  return undefined
}
