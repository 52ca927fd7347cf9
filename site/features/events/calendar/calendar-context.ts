import { createContext, useContext } from 'react'
import type { CalendarStore } from './calendar.store.ts'

export const CalendarContext = createContext<CalendarStore | undefined>(undefined)

export function useCalendar(): CalendarStore {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('Stands outside of the calendar')
  return calendar
}
