import { createContext, useContext } from 'react'
import type { Calendar } from './calendar.store.ts'

export const CalendarContext = createContext<Calendar | undefined>(undefined)

export function useCalendar(): Calendar {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('Stands outside of the calendar')
  return calendar
}
