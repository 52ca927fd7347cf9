import { currentTimeContext } from './time-context.ts'
import { resolveTimeZone } from './wall-clock.ts'

/** A range of days is the reader's: its links name the zone. Without a script they mean UTC. */
const timeZone = resolveTimeZone(currentTimeContext())
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-zoned]')) {
  const address = new URL(link.href)
  address.searchParams.set('tz', timeZone)
  address.searchParams.sort()
  link.href = address.href
}
