import { type MouseEvent, type ReactNode, createContext, useContext } from 'react'
import { hasModifierKey } from './keys.ts'
import { calendarPath, type CalendarAddress } from './address.ts'
import { useStore } from '@nanostores/react'
import type { CalendarStore } from './calendar.store.ts'

export const CalendarContext = createContext<CalendarStore | undefined>(undefined)

export function useCalendar(): CalendarStore {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('Stands outside of the calendar')
  return calendar
}

type Props = {
  change: Partial<CalendarAddress>
  act: string
  children: ReactNode
  className?: string
  rel?: string
  label?: string
  isCurrent?: boolean
}

/** A link to another state of the page; the script changes the state without navigating. */
export function CalendarLink({ change, act, isCurrent, label, children, ...rest }: Props) {
  const calendar = useCalendar()
  const address = useStore(calendar.$address)

  function follow(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    void calendar.goTo(change)
  }

  return (
    <a
      {...rest}
      href={calendarPath(calendar.locale, address, change)}
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      data-act={act}
      onClick={follow}
    >
      {children}
    </a>
  )
}
