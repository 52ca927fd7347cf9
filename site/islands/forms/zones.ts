import { isTimeZone } from '#worker/contract.ts'
import type { Suggestion } from './suggestions.ts'

/** "GMT+1" for the zone at that moment. */
function offsetLabel(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return parts?.value ?? 'GMT'
}

/** "Europe/Paris (GMT+1)", as the select shows it; text that names no zone stays as it is. */
export function zoneLabel(zone: string, at = Date.now()): string {
  return isTimeZone(zone) ? `${zone.replaceAll('_', ' ')} (${offsetLabel(zone, at)})` : zone
}

/** UTC and every zone the browser knows. */
export function listZones(at = Date.now()): Suggestion[] {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
  return names.map((name) => ({ value: name, label: zoneLabel(name, at) }))
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
