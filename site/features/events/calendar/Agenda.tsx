import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { Markup } from '#site/ui/Markup.tsx'
import { agenda } from './agenda.ts'
import { overlapNote, type FullRows } from './agenda-rows.ts'
import type { AgendaSections } from './agenda-sections.ts'
import { useCalendar } from './use-calendar.ts'

/** Rows rendered in full, about one screen; the script completes the rest. */
const fullAtFirst = 10

export function Agenda() {
  const { locale, ...calendar } = useCalendar()
  const sections = useStore(calendar.$sections)
  const reader = useStore(calendar.$reader)
  const overlaps = useStore(calendar.$overlaps)
  const { month } = useStore(calendar.$month)
  const { view, isGrouped } = useStore(calendar.$address)
  const full = useFullRows(sections)
  const html = useMemo(() => {
    const page = { locale, ctx: { now: reader.now } }
    return agenda(page, { sections, isGrouped, reader, full })
  }, [locale, sections, isGrouped, reader, full])
  const list = useRef<HTMLElement>(null)
  useDayFocus(list)
  useLayoutEffect(() => markOverlaps(list.current, overlaps), [overlaps, html])
  const shown = view === 'week' ? undefined : month
  return <Markup as="div" className="agenda" data-month={shown} ref={list} html={html} />
}

/** Undefined once all rows are full. */
function useFullRows({ live, ahead }: AgendaSections): FullRows {
  const screen = useStore(useCalendar().$screen)
  return useMemo(() => {
    const inOrder = [...live, ...ahead.continuing, ...ahead.rest]
    return screen ? undefined : new Set(inOrder.slice(0, fullAtFirst))
  }, [screen, live, ahead])
}

/** Added to a row beside its button, which keeps the focus. */
function markOverlaps(list: HTMLElement | null, overlaps: ReadonlyMap<number, string>): void {
  for (const row of list?.querySelectorAll('li.event-row') ?? []) {
    const button = row.querySelector<HTMLElement>('[data-hype-event]')
    const name = overlaps.get(Number(button?.dataset.hypeEvent))
    row.querySelector('.agenda-overlap')?.remove()
    if (name !== undefined) row.insertAdjacentHTML('beforeend', overlapNote(name).markup)
  }
}

/** Scrolls to the first day on or after the requested one. */
function useDayFocus(list: RefObject<HTMLElement | null>): void {
  const { $focusRequests, $selectedDay } = useCalendar()
  const requests = useStore($focusRequests)
  useEffect(() => {
    const wanted = $selectedDay.get()
    if (requests === 0 || wanted === undefined) return
    const days = [...(list.current?.querySelectorAll<HTMLElement>('section[data-day]') ?? [])]
    const label = days
      .find((one) => (one.dataset.day ?? '') >= wanted && one.checkVisibility())
      ?.querySelector('h3')
    if (!label) return
    label.tabIndex = -1
    label.scrollIntoView({ block: 'center' })
    label.focus({ preventScroll: true })
  }, [requests, list, $selectedDay])
}
