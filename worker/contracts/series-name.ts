const letters = Object.entries({
  ÀÁÂÃÄÅàáâãäå: 'a',
  Çç: 'c',
  ÈÉÊËèéêë: 'e',
  ÌÍÎÏìíîï: 'i',
  Ññ: 'n',
  ÒÓÔÕÖØòóôõöø: 'o',
  ÙÚÛÜùúûü: 'u',
  ÝŸýÿ: 'y',
  Œœ: 'oe',
  Ææ: 'ae',
  ß: 'ss',
}).flatMap(([from, to]) => [...from].map((letter) => [letter, to] as const))
const plainLetters = new Map(letters)
const replaced = new RegExp(`[A-Z${[...plainLetters.keys()].join('')}]`, 'g')
/** Accents that stand alone are those of the letters above. */
const dropped = /[\d\u0300-\u0303\u0308\u030a\u0327 \t\n\r\u00a0\u202f]/g

export function normalizeSeriesName(name: string): string {
  return name
    .replace(dropped, '')
    .replace(replaced, (letter) => plainLetters.get(letter) ?? letter.toLowerCase())
}
