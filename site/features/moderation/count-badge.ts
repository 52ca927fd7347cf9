import type { WritableAtom } from 'nanostores'
import { cappedCountText } from './proposals/labels.ts'

const pollMs = 60_000

type CountBadge = {
  selector: string
  $count: WritableAtom<number | undefined>
  load: () => Promise<number>
}

/** The sum of the sections' counts, for where they are not shown. */
function showGroupCount(group: Element | null): void {
  const total = group?.querySelector<HTMLElement>('[data-group-count]')
  if (!group || !total) return
  const badges = [...group.querySelectorAll('.admin-sections .count:not([hidden])')]
  const sum = badges.reduce((counted, badge) => counted + Number.parseInt(badge.textContent, 10), 0)
  total.hidden = sum === 0
  total.textContent = cappedCountText(sum)
}

export function mountCountBadge({ selector, $count, load }: CountBadge): void {
  function show(count: number | undefined): void {
    const badge = document.querySelector<HTMLElement>(selector)
    if (!badge || count === undefined) return
    badge.hidden = count === 0
    badge.textContent = cappedCountText(count)
    showGroupCount(badge.closest('.admin-group'))
    if (badge.closest('[aria-current]')) {
      const title = document.title.replace(/^\(\d+\+?\) /, '')
      document.title = count === 0 ? title : `(${cappedCountText(count)}) ${title}`
    }
  }

  async function refresh(): Promise<void> {
    if (document.hidden) return
    // Staff who may not read it see no count; a failure leaves the last one.
    const count = await load().catch(() => undefined)
    if (count !== undefined) $count.set(count)
  }

  $count.subscribe(show)
  setInterval(() => void refresh(), pollMs)
  if ($count.get() === undefined) void refresh()
}
