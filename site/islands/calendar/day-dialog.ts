import { localize } from '#site/islands/time/localize.ts'
import type { Reader } from '#site/lib/time-text.ts'
import { daysOfItem, type CalendarItem } from './entries.ts'

type Shown = {
  title: string
  /** The one day listed; events of other days tell theirs. */
  day?: string | undefined
  items: readonly CalendarItem[]
  /** A group's page; its events then tell their day too. */
  groupHref?: string | undefined
  reader: Reader
}

const dialog = document.querySelector<HTMLDialogElement>('#calendar-day')

/** Opens a list of events over the page, from the bars that stand on it. */
export function openEvents(
  root: ParentNode,
  { title, day, items, groupHref, reader }: Shown,
): void {
  const heading = dialog?.querySelector('h2')
  const list = dialog?.querySelector('ul')
  const foot = dialog?.querySelector('footer')
  if (!dialog || !heading || !list || !foot) return
  heading.textContent = title
  const inOrder = items.toSorted((a, b) => orderOf(a) - orderOf(b))
  const lines = inOrder.map((item) => {
    const isThatDay = daysOfItem(item, reader).firstDay === day
    return lineOf(root, item.id, isThatDay ? 'time' : 'when')
  })
  list.replaceChildren(...lines.flat())
  localize(list, reader)
  foot.hidden = groupHref === undefined
  foot.querySelector('a')?.setAttribute('href', groupHref ?? '')
  dialog.showModal()
}

function orderOf({ fixed, startAt }: CalendarItem): number {
  return fixed ? 0 : startAt
}

function lineOf(root: ParentNode, id: number, form: 'when' | 'time'): HTMLElement[] {
  const bar = root.querySelector(`[data-key="event-${id}"]`)?.cloneNode(true)
  if (!(bar instanceof HTMLElement)) return []
  for (const name of ['data-lane', 'data-span', 'data-continued', 'data-goes-on', 'tabindex']) {
    bar.removeAttribute(name)
  }
  bar.querySelector('time')?.setAttribute('data-as', form)
  const line = document.createElement('li')
  line.append(bar)
  // The page holds one, with the state and count of now; a final count is no button.
  const hype = root.querySelector(`button[data-hype-event="${id}"]`)?.cloneNode(true)
  if (hype) line.append(hype)
  return [line]
}

dialog?.addEventListener('click', ({ target }) => {
  const isClose = target === dialog || (target as Element).closest('[data-close]') !== null
  if (isClose) dialog.close()
})
