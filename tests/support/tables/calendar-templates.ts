import { each, eventsOf, page, type TemplateTable } from '#tests/support/factories/views.ts'
import { agenda } from '#site/features/events/calendar/agenda.ts'
import { buildAgenda, monthRange } from '#site/features/events/calendar/agenda-sections.ts'
import { agendaRow } from '#site/features/events/calendar/agenda-rows.ts'
import { readAddress } from '#site/features/events/calendar/address.ts'
import {
  calendarBar,
  calendarLink,
  clearLink,
} from '#site/features/events/calendar/calendar-bar.ts'
import { emptyDays, followedStates } from '#site/features/events/calendar/empty-states.ts'
import { calendarHead, cutNote } from '#site/features/events/calendar/calendar-head.ts'
import { createCalendarStore } from '#site/features/events/calendar/calendar.store.ts'
import { calendarGrid, type GridView } from '#site/features/events/calendar/grid-view.ts'
import { calendarChip, entryChip } from '#site/features/events/calendar/calendar-chip.ts'
import { calendarEntries, toCalendarItem } from '#site/features/events/calendar/entries.ts'
import { layOutGrid, layOutLines } from '#site/features/events/calendar/grid-layout.ts'
import { monthGridDays } from '#site/features/events/calendar/month.ts'
import { dayLines, monthGrid, monthWeeks } from '#site/features/events/calendar/month-weeks.ts'
import { openedList } from '#site/features/events/calendar/opened-list.ts'
import { weekGrid, weekHours } from '#site/features/events/calendar/week-hours.ts'
import { layOutWeek } from '#site/features/events/calendar/week-layout.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'

const utc = utcTimeContext('en', page.ctx.now)

const place = {
  locale: 'en' as const,
  address: readAddress(new URLSearchParams()),
  month: '2026-11',
  elsewhere: '2026-12',
}

/** A grid of which each event is hyped and overlaps another. */
function gridOf(text: string): GridView {
  const items = eventsOf(text).map((event, id) => toCalendarItem({ ...event, id }))
  const ids = items.map(({ id }) => id)
  const days = monthGridDays('2026-11', 1)
  const entries = [true, false].flatMap((isGrouped) =>
    calendarEntries(items, { days, isGrouped, reader: utc }),
  )
  return {
    page,
    hyped: new Set(ids),
    overlaps: new Map(ids.map((id) => [id, text])),
    isSkipped: true,
    reader: utc,
    entries,
    byKey: new Map(entries.map((entry) => [entry.key, entry])),
    listPath: `/${text}`,
  }
}

/** A phone's calendar of which each event is hyped. */
function calendarOf(text: string, view: 'month' | 'week') {
  const items = eventsOf(text).map((event, id) => toCalendarItem({ ...event, id }))
  const month = { month: '2026-11', items, isCut: false, elsewhere: undefined, now: page.ctx.now }
  const address = { ...place.address, view }
  const calendar = createCalendarStore({ month, address, locale: 'en', reader: utc })
  calendar.$hyped.set(new Set(items.map(({ id }) => id)))
  calendar.$screen.set('narrow')
  return calendar
}

/** As `templates`, of the calendar. */
export const calendarTemplates: TemplateTable = {
  'site/features/events/calendar/agenda.ts': {
    agenda: (text) =>
      [true, false].map((isGrouped) => {
        const items = eventsOf(text).map(toCalendarItem)
        const sections = buildAgenda(items, monthRange('2026-11'), utc)
        return agenda(page, {
          sections,
          isGrouped,
          reader: utc,
          full: undefined,
          overlaps: new Map([[items[0]!.id, text]]),
        })
      }),
  },
  'site/features/events/calendar/calendar-bar.ts': {
    calendarBar: () =>
      [undefined, 'week' as const].map((view) =>
        calendarBar({ ...place, view, day: '2026-11-20', isNarrow: false }),
      ),
    clearLink: (text) => clearLink(place, text),
    calendarLink: (text) => calendarLink(place, { change: {}, act: text, label: text }, text),
  },
  'site/features/events/calendar/empty-states.ts': {
    emptyDays: () => emptyDays(place),
    followedStates: () =>
      ['failed' as const, new Set<string>()].map((followed) =>
        followedStates({ ...place, followed, count: 0 }),
      ),
  },
  'site/features/events/calendar/calendar-head.ts': {
    calendarHead: () => calendarHead(place),
    cutNote: () => cutNote('en'),
  },
  'site/features/events/calendar/grid-view.ts': {
    calendarGrid: (text) =>
      calendarGrid({ name: text, label: text, view: gridOf(text), days: [], help: text }),
    chipViewOf: () => undefined,
    gridViewOf: () => undefined,
  },
  'site/features/events/calendar/calendar-chip.ts': {
    calendarChip: (text) =>
      each(text, (event) => calendarChip(gridOf(text), toCalendarItem(event), 'list')),
    entryChip: (text) => gridOf(text).entries.map((entry) => entryChip(gridOf(text), entry, 'day')),
  },
  'site/features/events/calendar/month-weeks.ts': {
    monthWeeks: (text) => {
      const view = gridOf(text)
      const days = monthGridDays('2026-11', 1)
      const [today, entryDay] = ['2026-11-20', '2026-11-20']
      const layout = layOutGrid(days, view.entries)
      return monthWeeks(view, { month: '2026-11', days, today, entryDay, layout })
    },
    monthGrid: (text) => monthGrid(calendarOf(text, 'month')),
    dayLines: (text) => {
      const view = gridOf(text)
      const { lines, hidden } = layOutLines(monthGridDays('2026-11', 1), view.entries)
      return dayLines(view, lines, hidden)
    },
    gridDayLabel: () => undefined,
    weekdays: () => undefined,
  },
  'site/features/events/calendar/week-hours.ts': {
    weekGrid: (text) => weekGrid(calendarOf(text, 'week'), page.ctx.now),
    weekHours: (text) => {
      const view = gridOf(text)
      const days = monthGridDays('2026-11', 1)
      const events = view.entries.flatMap(({ key, items }) =>
        items.map((item) => ({ ...item, key })),
      )
      return weekHours(view, {
        ...{ days, near: days, shown: days, today: '2026-11-20', tabStop: '2026-11-20', now: utc },
        band: layOutLines(days, view.entries),
        blocks: layOutWeek(days, events, { reader: utc, maxColumns: 2 }),
      })
    },
  },
  'site/features/events/calendar/opened-list.ts': {
    openedList: (text) => {
      const calendar = calendarOf(text, 'month')
      return openedList(calendar, { items: calendar.$items.get() })
    },
  },
  'site/features/events/calendar/agenda-rows.ts': {
    agendaRow: (text) =>
      each(text, (event) => {
        const item = toCalendarItem(event)
        const props = { full: new Set<typeof item>(), overlaps: new Map() }
        return [agendaRow(page, [item], props), agendaRow(page, [item, item], props)]
      }),
  },
}
