import type { Locale } from '#worker/contract.ts'
import { countText } from './words.ts'

function rowsOf(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.agenda li.event-row, .agenda li[data-slug]')]
}

/** The last part of the address that a row leads to. */
function slugOf(row: HTMLElement): string {
  const link = row.querySelector<HTMLAnchorElement>('a[href*="/events/"]')
  return row.dataset.slug ?? link?.pathname.split('/').at(-1) ?? ''
}

export function rowsBySlug(root: ParentNode): Map<string, HTMLElement> {
  return new Map(rowsOf(root).map((row) => [slugOf(row), row]))
}

function hideWithout(boxes: Iterable<HTMLElement>, selector: string): void {
  for (const box of boxes) box.hidden = box.querySelector(selector) === null
}

/** Leaves only the rows of some events, and of days and groups those that still have any. */
export function filterAgenda(
  root: ParentNode,
  isShown: (slug: string) => boolean,
  locale: Locale,
): void {
  for (const row of rowsOf(root)) row.hidden = !isShown(slugOf(row))
  for (const group of root.querySelectorAll<HTMLElement>('.agenda-group')) {
    const count = group.querySelectorAll('[data-slug]:not([hidden])').length
    group.hidden = count === 0
    const written = group.querySelector('[data-count]')
    if (written) written.textContent = countText(count, locale)
  }
  hideWithout(
    root.querySelectorAll<HTMLElement>('.agenda .day'),
    ':scope > .day-rows > li:not([hidden])',
  )
  hideWithout(root.querySelectorAll<HTMLElement>('.agenda-earlier'), '.day:not([hidden])')
}
