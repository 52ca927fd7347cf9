import { currentTimeContext } from './time-context.ts'

/** A range of days is the reader's: its links name the zone. Without a script they mean UTC. */
const { timeZone } = currentTimeContext()
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-zoned]')) {
  const address = new URL(link.href)
  address.searchParams.set('tz', timeZone)
  address.searchParams.sort()
  link.href = address.href
}

/** The form of the filters: no empty parameters, the reader's zone where days are named, in the order of the links. */
document
  .querySelector<HTMLFormElement>('[data-filter-form]')
  ?.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const address = new URL(form.action)
    for (const [name, value] of new FormData(form)) {
      if (value && name !== 'tz') address.searchParams.append(name, String(value))
    }
    const namesDays = ['range', 'from', 'to'].some((name) => address.searchParams.has(name))
    if (namesDays) address.searchParams.set('tz', timeZone)
    address.searchParams.sort()
    location.assign(address)
  })
