export type City = { name: string; folded: string; zone: string }

type CityTable = { zones: readonly string[]; places: string; names: string }

/** Without case and accents: “Séville” finds Seville. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}

/** Browsers differ in which of a zone’s names they list; each knows all of them. */
function toCanonicalZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}

/** The largest city comes first; `listedZones` are those that can be chosen. */
export function decodeCities(table: CityTable, listedZones: ReadonlySet<string>): City[] {
  const zones = table.zones.map((zone) => (listedZones.has(zone) ? zone : toCanonicalZone(zone)))
  return table.names.split('|').flatMap((name, index) => {
    const zone = zones[parseInt(table.places.slice(index * 2, index * 2 + 2), 36)] ?? ''
    return listedZones.has(zone) ? [{ name, folded: foldAccents(name), zone }] : []
  })
}

export function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = long.slice(at + 1)
  return short.slice(at) === rest || short.slice(at + 1) === rest
}
