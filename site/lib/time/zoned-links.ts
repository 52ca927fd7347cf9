import { currentTimeContext } from './time-context.ts'
import { resolveTimeZone } from './wall-clock.ts'

const timeZone = resolveTimeZone(currentTimeContext())

/** A range of days is the reader's: its links name the zone. Without a script they mean UTC. */
export function nameZoneInLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-zoned]')) {
    const address = new URL(link.href)
    address.searchParams.set('tz', timeZone)
    address.searchParams.sort()
    link.href = address.href
  }
}
nameZoneInLinks()
