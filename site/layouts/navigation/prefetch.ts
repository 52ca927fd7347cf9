import { createPrefetchQueue, isPrefetchable } from './prefetch.store.ts'

/** Pages that a reader is likely to open next are fetched ahead, where they can spare it. */

const { connection } = navigator as { connection?: { saveData?: boolean } }
const wantsLittle = connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches

/** Into the browser's cache, which then only asks whether its copy is still right. */
async function prefetch(path: string): Promise<void> {
  const response = await fetch(path, { priority: 'low' })
  await response.arrayBuffer()
}

const queue = createPrefetchQueue({ load: prefetch })

/** Its path and query, where the link leads to a page that can be fetched ahead. */
function pageOf(link: HTMLAnchorElement): string | undefined {
  if (link.target || link.download || link.dataset.locale) return undefined
  const address = new URL(link.href)
  return isPrefetchable(address, new URL(location.href))
    ? address.pathname + address.search
    : undefined
}

/** The link that an event happened on. */
export function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

function pointAt({ target }: Event): void {
  const link = findLink(target)
  const path = link && pageOf(link)
  if (path) queue.point(path)
}

/** Lists by other filters are many and seldom opened: those wait for the pointer. */
function watchSight(): void {
  if (!('IntersectionObserver' in window)) return
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      const path = pageOf(target as HTMLAnchorElement)
      if (path && !path.includes('?')) queue.see(path)
    }
  })
  for (const link of document.querySelectorAll('a[href^="/"]')) observer.observe(link)
}

function startPrefetching(): void {
  if (wantsLittle) return
  document.addEventListener('pointerover', pointAt, { passive: true })
  document.addEventListener('focusin', pointAt)
  // Whatever this page itself still needs comes first.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(watchSight)
}

export const stopPrefetching = queue.stop

if (document.readyState === 'complete') startPrefetching()
else addEventListener('load', startPrefetching)
