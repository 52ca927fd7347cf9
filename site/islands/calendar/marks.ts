import { m } from '#site/lib/messages.ts'
import { rowsBySlug } from './agenda.ts'
import type { CalendarItem, Entry } from './entries.ts'
import { findOverlaps } from './layout.ts'

type Marked = {
  items: readonly CalendarItem[]
  entries: readonly Entry[]
  hyped: ReadonlySet<number>
  now: number
}

/** Outlines what the reader hyped, and says where two of those will run at once. */
export function markHypes(root: ParentNode, { items, entries, hyped, now }: Marked): void {
  for (const old of root.querySelectorAll('.cal-overlap, .agenda-overlap')) old.remove()
  markBars(root, entries, hyped)
  const mine = items.filter(
    ({ id, endAt, fixed, isCancelled }) =>
      hyped.has(id) && endAt > now && fixed === undefined && !isCancelled,
  )
  const overlaps = findOverlaps(mine.map((item) => ({ ...item, key: item.id })))
  const nameOf = new Map(mine.map(({ id, name }) => [id, name]))
  const rows = rowsBySlug(root)
  for (const { id, slug } of mine) {
    const other = nameOf.get(overlaps.get(id) ?? 0)
    if (other === undefined) continue
    const text = m.calendar_overlap({ name: other })
    for (const bar of root.querySelectorAll<HTMLElement>(`[data-key="event-${id}"]`)) {
      bar.append(overlapMark('span', 'cal-overlap', text))
    }
    rows.get(slug)?.append(overlapMark('p', 'agenda-overlap', text))
  }
}

function markBars(root: ParentNode, entries: readonly Entry[], hyped: ReadonlySet<number>): void {
  const keys = new Set(
    entries.filter(({ items }) => items.some(({ id }) => hyped.has(id))).map(({ key }) => key),
  )
  for (const bar of root.querySelectorAll<HTMLElement>('.cal-chip')) {
    const { key = '' } = bar.dataset
    const isHyped = keys.has(key) || hyped.has(Number(key.replace('event-', '')))
    bar.toggleAttribute('data-hyped', isHyped)
  }
}

function overlapMark(tag: 'span' | 'p', name: string, text: string): HTMLElement {
  const mark = document.createElement(tag)
  mark.className = name
  mark.title = text
  const words = document.createElement('span')
  words.textContent = text
  mark.append(words)
  return mark
}
