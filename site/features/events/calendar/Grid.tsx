import { useStore } from '@nanostores/react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Html } from '#site/ui/html.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { openFromGrid, useCalendar } from './use-calendar.ts'
import type { CalendarStore } from './calendar.store.ts'
import { hasModifierKey } from './keys.ts'
import { calendarLegend } from './legend.ts'
import type { GridView } from './month-weeks.ts'

type Props = {
  className: string
  label: string
  grid: RefObject<HTMLElement | null>
  view: GridView
  html: Html
  /** Whether the key that was pressed on an element has been handled. */
  onKey: (
    event: KeyboardEvent<HTMLElement>,
    target: HTMLElement,
    calendar: CalendarStore,
  ) => boolean
  /** How the keys move. */
  help: string
  /** Between the grid and its explanations. */
  children?: ReactNode
}

/** The days of a month or of a week, with what explains them. */
export function Grid({ className, label, grid, view, html, onKey, help, children }: Props) {
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event
    if (!(target instanceof HTMLElement) || hasModifierKey(event)) return
    if (onKey(event, target, calendar)) event.preventDefault()
  }

  return (
    <>
      <Markup
        as="div"
        className={className}
        role="grid"
        aria-label={label}
        aria-describedby="calendar-keys"
        data-settled={isHydrated ? '' : undefined}
        ref={grid}
        onKeyDown={handleKey}
        onClick={(event) => openFromGrid(event, calendar, view)}
        html={html}
      />
      {children}
      <p id="calendar-keys" className="quiet cal-keys when-scripted">
        {help}
      </p>
      <Markup as="div" html={calendarLegend()} />
    </>
  )
}
