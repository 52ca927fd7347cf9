import { getLocale } from '#messages/runtime'
import { findPatterns } from '#site/lib/time/date-patterns/date-patterns.ts'
import { writeZoneCity } from '#worker/locale/zone-name.ts'
import { isTimeZone } from '#worker/contracts/time.ts'
import { foldAccents, isOneLetterAway, type City } from './cities.ts'
import type { Suggestion } from './suggestions.ts'

export { readBrowserZone } from '#site/lib/time/wall-clock.ts'

export type ZoneOption = {
  /** "Paris (GMT+1)" */
  label: string
  /** The IANA name. */
  tzCode: string
  /** "GMT+01:00 · Paris, Marseille, Lyon", without the cities while they are not known. */
  name: string
  /** "+01:00" */
  utc: string
}

const exampleCities = 3
/** Shorter texts have to match exactly: too many names differ by one letter. */
const fuzzyMatchMinLength = 5

function formatZoneOffset(zone: string, at: number): string {
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return /[+-]\d\d:\d\d/.exec(offset?.value ?? '')?.[0] ?? '+00:00'
}

/** "GMT+1", "GMT+5:30". */
function formatShortOffset(utc: string): string {
  return `GMT${utc.replace(/^([+-])0?/, '$1').replace(/:00$/, '')}`
}

function formatZoneLabel(zone: string, utc: string): string {
  return `${writeZoneCity(zone, findPatterns(getLocale()))} (${formatShortOffset(utc)})`
}

/** "Paris (GMT+1)", as the select shows it; text that names no zone stays as it is. */
export function zoneLabel(zone: string, at = Date.now()): string {
  return isTimeZone(zone) ? formatZoneLabel(zone, formatZoneOffset(zone, at)) : zone
}

function formatZoneName(utc: string, cities: readonly string[]): string {
  const offset = `GMT${utc}`
  return cities.length === 0 ? offset : `${offset} · ${cities.join(', ')}`
}

export function listZones(at = Date.now()): ZoneOption[] {
  const cityZones = Intl.supportedValuesOf('timeZone').filter((code) => code !== 'UTC')
  const options = cityZones.map((code) => toZoneOption(code, at))
  const inOrder = options.toSorted((a, b) => a.label.localeCompare(b.label))
  return [toZoneOption('UTC', at), ...inOrder]
}

function toZoneOption(tzCode: string, at: number): ZoneOption {
  const utc = formatZoneOffset(tzCode, at)
  return { label: formatZoneLabel(tzCode, utc), tzCode, name: formatZoneName(utc, []), utc }
}

export function addCityExamples(
  zones: readonly ZoneOption[],
  cities: readonly City[],
): ZoneOption[] {
  const examples = groupExampleCities(cities)
  return zones.map((zone) => ({
    ...zone,
    name: formatZoneName(zone.utc, examples.get(zone.tzCode) ?? []),
  }))
}

function groupExampleCities(cities: readonly City[]): Map<string, string[]> {
  const examples = new Map<string, string[]>()
  for (const { name, zone } of cities) {
    const known = examples.get(zone) ?? []
    if (known.length < exampleCities) examples.set(zone, [...known, name])
  }
  return examples
}

function toZoneSuggestion({ label, tzCode, name, utc }: ZoneOption, sought?: City): Suggestion {
  if (!sought) return { label, value: tzCode, note: name }
  const [, cities = ''] = name.split(' · ')
  const others = cities.split(', ').filter((one) => one && one !== sought.name)
  const shown = [sought.name, ...others].slice(0, exampleCities)
  return { label, value: tzCode, note: formatZoneName(utc, shown) }
}

/** Zones whose label or identifier has the text come before zones of matching cities. */
export function findZones(
  zones: readonly ZoneOption[],
  cities: readonly City[],
  text: string,
): Suggestion[] {
  const wanted = foldAccents(text)
  const labelled = zones.filter(({ label, tzCode }) =>
    foldAccents(`${label} ${tzCode.replaceAll('_', ' ')}`).includes(wanted),
  )
  const suggestions = labelled.map((zone) => toZoneSuggestion(zone))
  if (wanted === '') return suggestions
  const suggestedCodes = new Set(labelled.map(({ tzCode }) => tzCode))
  for (const city of findMatchingCities(cities, wanted, labelled.length > 0)) {
    const zone = suggestedCodes.has(city.zone)
      ? undefined
      : zones.find((one) => one.tzCode === city.zone)
    suggestedCodes.add(city.zone)
    if (zone) suggestions.push(toZoneSuggestion(zone, city))
  }
  return suggestions
}

/** By the beginning of a word; without a match also with one letter off: “Sevilla”. */
function findMatchingCities(cities: readonly City[], wanted: string, isFound: boolean): City[] {
  const namedCities = cities.filter(
    ({ folded }) => folded.startsWith(wanted) || folded.includes(` ${wanted}`),
  )
  if (namedCities.length > 0 || isFound || wanted.length < fuzzyMatchMinLength) return namedCities
  return cities.filter(({ folded }) => isOneLetterAway(folded, wanted))
}
