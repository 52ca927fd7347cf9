import { api } from '#site/lib/api.ts'
import { countText } from './labels.ts'
import { $waitingCount } from './waiting-count.ts'

const pollMs = 60_000

/** In the panel's tab and, where the page is the queue itself, before its title. */
function show(count: number | undefined): void {
  const badge = document.querySelector<HTMLElement>('[data-waiting-count]')
  if (!badge || count === undefined) return
  badge.hidden = count === 0
  badge.textContent = countText(count)
  if (badge.closest('[aria-current]')) {
    const title = document.title.replace(/^\(\d+\+?\) /, '')
    document.title = count === 0 ? title : `(${countText(count)}) ${title}`
  }
}

async function refresh(): Promise<void> {
  if (document.hidden) return
  // Whoever may not read it sees no count; a failure leaves the last one.
  const counts = await api.get('admin/proposals/counts').catch(() => undefined)
  if (counts) $waitingCount.set(counts.pending)
}

$waitingCount.subscribe(show)
setInterval(() => void refresh(), pollMs)
if ($waitingCount.get() === undefined) void refresh()
