import { readCities, type City } from './cities.ts'

/** Loaded on demand: the table is larger than the rest of a form. */
export async function loadCities(listedZones: ReadonlySet<string>): Promise<City[]> {
  return readCities((await import('virtual:cities')).default, listedZones)
}
