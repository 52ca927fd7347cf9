import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'

/** A day is the reader's: an address that names a day and no zone goes on to the one that does. */
const link = document.querySelector<HTMLElement>('[data-search-day=""]')
const timeZone = resolveTimeZone(currentTimeContext())
if (link && timeZone !== 'UTC') {
  const address = new URL(location.href)
  address.searchParams.set('tz', timeZone)
  address.searchParams.sort()
  location.replace(address)
}
