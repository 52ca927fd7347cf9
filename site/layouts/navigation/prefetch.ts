import { createPrefetchQueue, isPrefetchable } from './prefetch.store.ts'

const { connection } = navigator as { connection?: { saveData?: boolean } }
const wantsLittle = connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches

/** Into the browser's cache, which then only asks whether its copy is still right. */
async function prefetchPath(path: string): Promise<void> {
  const response = await fetch(path, { priority: 'low' })
  await response.arrayBuffer()
}

const queue = createPrefetchQueue({ load: prefetchPath })

function readPrefetchablePath(link: HTMLAnchorElement): string | undefined {
  if (link.target || link.download || link.dataset.locale) return undefined
  const address = new URL(link.href)
  return isPrefetchable(address, new URL(location.href))
    ? address.pathname + address.search
    : undefined
}

export function findEnclosingLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

/** A pointer that only passes by, or Tab on its way elsewhere, has left by then. */
const dwellMs = 65
let dwell: ReturnType<typeof setTimeout> | undefined

function prefetchPointedLink(event: Event): void {
  clearTimeout(dwell)
  const link = findEnclosingLink(event.target)
  const path = link && readPrefetchablePath(link)
  if (!path) return
  const isTouched = event instanceof PointerEvent && event.pointerType === 'touch'
  if (isTouched) queue.add(path)
  else dwell = setTimeout(queue.add, dwellMs, path)
}

function startPrefetching(): void {
  if (wantsLittle) return
  document.addEventListener('pointerover', prefetchPointedLink, { passive: true })
  document.addEventListener('focusin', prefetchPointedLink)
}

export const stopPrefetching = queue.stop

startPrefetching()
