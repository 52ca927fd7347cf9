import { cityMapping } from 'city-timezones'

/** The export of `virtual:cities`. */
export type CityTable = {
  zones: string[]
  /** Two characters per city: the index of its zone, in base 36. */
  places: string
  /** The largest first, separated by `|`. */
  names: string
}

export function buildCityTable(): CityTable {
  const zones = [...new Set(cityMapping.map(({ timezone }) => timezone))].filter(Boolean).toSorted()
  const numbers = new Map(zones.map((zone, index) => [zone, index]))
  const cities = cityMapping
    .filter(({ timezone }) => timezone)
    .toSorted((a, b) => b.pop - a.pop)
    .map(({ city, timezone }) => ({
      name: city.replaceAll('|', ' '),
      place: (numbers.get(timezone) ?? 0).toString(36).padStart(2, '0'),
    }))
  const isFirst = new Set<string>()
  const once = cities.filter(({ name, place }) => {
    const key = place + name
    return !isFirst.has(key) && isFirst.add(key)
  })
  return {
    zones,
    places: once.map(({ place }) => place).join(''),
    names: once.map(({ name }) => name).join('|'),
  }
}
