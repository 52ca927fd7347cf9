import { registerFollowButtons } from '#site/features/directory/follows/follow.ts'
import { registerHypeDatesButtons } from '#site/features/hype/dates/hype-dates.ts'
import { registerHypeButtons } from '#site/features/hype/hype.ts'
import { reapplyDisplaySettings } from '#site/lib/display/display.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'

export type LoadedPage = { count: number; first: HTMLElement | undefined }

const timeoutMs = 20_000
const rowSelector = 'a.whole-link'

function mergeListSection(section: HTMLElement, link: HTMLAnchorElement): void {
  const known = link.parentElement?.querySelector(`[data-kind="${section.dataset['kind']}"]`)
  const rows = known?.querySelector('.days, ol, ul')
  const more = section.querySelector('.days, ol, ul')
  if (!known || !rows || !more) {
    link.before(section)
    return
  }
  rows.append(...more.children)
  const marker = known.querySelector('[data-time-format="days"]')
  if (marker) localizeTimes(marker, currentTimeContext())
}

/** @throws Error where the page cannot be had, or says that its list could not be read. */
export async function loadNextPage(link: HTMLAnchorElement): Promise<LoadedPage> {
  const response = await fetch(link.href, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The next page answered ${response.status}`)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (next.querySelector('#results [data-load-error]')) throw new Error('The next page failed')
  const sections = [...next.querySelectorAll<HTMLElement>('#results > [data-kind]')]
  const rows = sections.flatMap((section) => [
    ...section.querySelectorAll<HTMLElement>(rowSelector),
  ])
  for (const section of sections) {
    localizeTimes(section, currentTimeContext())
    mergeListSection(section, link)
  }
  const following = next.querySelector('[data-more]')
  if (following) link.replaceWith(following)
  else link.remove()
  registerHypeButtons(document)
  registerHypeDatesButtons(document)
  registerFollowButtons(document)
  reapplyDisplaySettings()
  return { count: rows.length, first: rows[0] }
}
