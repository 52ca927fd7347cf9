/** Small, as the script in the head of every page has it, with its language's words. */

export type ZoneWords = {
  /** `#` is a city, one that begins with a vowel, and what is no city: `heure de #|heure d’#|heure #`. */
  zoneForms: string
  /** Cities whose name is not the one in the zone's identifier. */
  cities: Readonly<Partial<Record<string, string>>>
}

/** "Paris", "Athènes"; "UTC". */
export function writeZoneCity(timeZone: string, { cities }: Pick<ZoneWords, 'cities'>): string {
  const name = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  if (!timeZone.startsWith('Etc/')) return cities[name] ?? name
  // `Etc/GMT+5` is five hours behind.
  return name.replace(/[+-]/, (sign) => (sign === '+' ? '−' : '+'))
}

/** "Paris time", "heure d’Athènes"; "UTC". */
export function writeZoneName(timeZone: string, words: ZoneWords): string {
  const [ofCity = '', ofVowel = '', ofCode = ''] = words.zoneForms.split('|')
  const name = writeZoneCity(timeZone, words)
  if (!/^(?!Etc)\w+\//.test(timeZone)) return ofCode.replace('#', name)
  return (/^[AEIOUÉÎÔ]/.test(name) ? ofVowel : ofCity).replace('#', name)
}
