import { decodeCities, type City } from './cities.ts'

/** Loaded on demand: the table is larger than the rest of a form. */
export async function loadCities(listedZones: ReadonlySet<string>): Promise<City[]> {
  return decodeCities((await import('virtual:cities')).default, listedZones)
}
