import { readCities, type City } from './cities.ts'

/** Fetched when a zone is sought, for the cities are larger than all else a form needs. */
export async function loadCities(listed: ReadonlySet<string>): Promise<City[]> {
  return readCities((await import('virtual:cities')).default, listed)
}
