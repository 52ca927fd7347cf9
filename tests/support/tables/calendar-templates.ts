import { eventsOf, page, type TemplateTable } from '#tests/support/factories/views.ts'
import { agenda } from '#site/features/events/calendar/agenda.ts'
import { readCalendarAddress } from '#site/features/events/calendar/address.ts'
import {
  calendarBar,
  calendarHeading,
  calendarLink,
  clearFiltersLink,
} from '#site/features/events/calendar/calendar-bar.ts'
import {
  truncationNote,
  emptyCalendarNotice,
  followedFilterNotices,
} from '#site/features/events/calendar/empty-states.ts'
import {
  createCalendarStore,
  type CalendarStore,
} from '#site/features/events/calendar/calendar.store.ts'
import { calendarGrid, readGrid } from '#site/features/events/calendar/grid-view.ts'
import { calendarChip, entryChip } from '#site/features/events/calendar/calendar-chip.ts'
import { toCalendarItem } from '#site/features/events/calendar/entries.ts'
import { layOutWeekLines } from '#site/features/events/calendar/grid-layout.ts'
import { dayLines, monthGrid } from '#site/features/events/calendar/month-weeks.ts'
import { openedEventList } from '#site/features/events/calendar/opened-list.ts'
import { weekGrid } from '#site/features/events/calendar/week-hours.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'

type State = {
  search?: string
  /** Undefined for a page that no script has taken over yet. */
  screen?: 'wide' | 'narrow' | undefined
  isEmpty?: boolean
}

/** A calendar in which each event is hyped, and what overlaps another says so. */
function calendarOf(text: string, { search, screen, isEmpty = false }: State): CalendarStore {
  const events = isEmpty ? [] : eventsOf(text)
  const items = events.map((event, id) => toCalendarItem({ ...event, id }))
  const calendar = createCalendarStore({
    month: { month: '2026-11', items, isCut: false, elsewhere: '2026-12', now: page.ctx.now },
    address: readCalendarAddress(new URLSearchParams(search)),
    locale: 'en',
    reader: utcTimeContext('en', page.ctx.now),
  })
  calendar.$hyped.set(new Set(items.map(({ id }) => id)))
  calendar.$screen.set(screen)
  return calendar
}

const empty = calendarOf('', { isEmpty: true })
const screens = ['wide', 'narrow', undefined] as const

/** The grid of a month with groups and without, and that of a week, on every screen. */
function gridsOf(text: string, view: 'month' | 'week'): CalendarStore[] {
  return screens.flatMap((screen) =>
    [`view=${view}`, `view=${view}&grouping=grouped`].map((search) =>
      calendarOf(text, { search, screen }),
    ),
  )
}

export const calendarTemplates: TemplateTable = {
  'site/features/events/calendar/agenda.ts': {
    agenda: (text) =>
      [undefined, 'wide' as const].flatMap((screen) =>
        ['', 'grouping=grouped'].map((search) =>
          agenda(calendarOf(text, { search, screen }).$list.get()),
        ),
      ),
  },
  'site/features/events/calendar/calendar-bar.ts': {
    calendarBar: () =>
      ['', 'view=week'].map((search) => calendarBar(calendarOf('', { search, isEmpty: true }))),
    calendarHeading: () => calendarHeading(empty),
    clearFiltersLink: (text) => clearFiltersLink(empty, text),
    calendarLink: (text) => calendarLink(empty, { change: {}, act: text, label: text }, text),
  },
  'site/features/events/calendar/empty-states.ts': {
    emptyCalendarNotice: () => emptyCalendarNotice(empty),
    truncationNote: () => truncationNote('en'),
    followedFilterNotices: () =>
      ['failed' as const, new Set<string>()].map((followed) => {
        empty.$followed.set(followed)
        return followedFilterNotices(empty)
      }),
  },
  'site/features/events/calendar/grid-view.ts': {
    calendarGrid: (text) =>
      calendarGrid(readGrid(empty), {
        name: text,
        label: text,
        days: [],
        below: undefined,
        help: text,
      }),
    readGrid: () => undefined,
  },
  'site/features/events/calendar/calendar-chip.ts': {
    calendarChip: (text) => {
      const calendar = calendarOf(text, {})
      return calendar.$items.get().map((item) => calendarChip(readGrid(calendar), item, 'list'))
    },
    entryChip: (text) =>
      gridsOf(text, 'month').flatMap((calendar) =>
        [...calendar.$byKey.get().keys()].map((key) => entryChip(readGrid(calendar), key, 'day')),
      ),
  },
  'site/features/events/calendar/month-weeks.ts': {
    monthGrid: (text) => gridsOf(text, 'month').map(monthGrid),
    dayLines: (text) =>
      gridsOf(text, 'month').map((calendar) => {
        const { lines, hidden } = layOutWeekLines(calendar.$days.get(), calendar.$entries.get())
        return dayLines(readGrid(calendar), lines, hidden)
      }),
    gridDayLabel: () => undefined,
    listWeekdayNames: () => undefined,
  },
  'site/features/events/calendar/week-hours.ts': {
    weekGrid: (text) => gridsOf(text, 'week').map(weekGrid),
  },
  'site/features/events/calendar/opened-list.ts': {
    openedEventList: (text) => {
      const calendar = calendarOf(text, {})
      return openedEventList(calendar, { items: calendar.$items.get() })
    },
  },
}
