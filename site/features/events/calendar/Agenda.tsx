import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef } from 'react'
import { m } from '#site/lib/messages.ts'
import { dateText, dayName } from '#site/lib/time/time-text.ts'
import {
  agendaDays,
  foldGroups,
  type AgendaDay,
  type AgendaEntry,
  type AgendaSections,
} from './agenda-sections.ts'
import { AgendaGroup } from './AgendaGroup.tsx'
import { AgendaMarathons } from './AgendaMarathons.tsx'
import { AgendaRow } from './AgendaRow.tsx'
import { useCalendar } from './CalendarLink.tsx'
import type { CalendarItem } from './entries.ts'
import { Icon } from './Icon.tsx'
import { UnenhancedAgendaRow } from './UnenhancedAgendaRow.tsx'

/** Rows rendered in full, about one screen; the script completes the rest. */
const fullAtFirst = 12

/** The month as a list: past events collapsed, then live ones, then upcoming ones. */
export function Agenda() {
  const calendar = useCalendar()
  const sections = useStore(calendar.$sections)
  const { month } = useStore(calendar.$month)
  const { view } = useStore(calendar.$address)
  const list = useRef<HTMLDivElement>(null)
  useDayFocus(list)
  const { earlier, marathons, live, ahead } = sections
  const hasEarlier = earlier.continuing.length + earlier.rest.length > 0
  const full = useFullItems(sections)
  return (
    <div className="agenda" data-month={view === 'week' ? undefined : month} ref={list}>
      {hasEarlier && (
        <details className="agenda-earlier">
          <summary>
            <Icon name="chevron" />
            {m.calendar_earlier()}
          </summary>
          <Section label={m.calendar_continuing()} items={earlier.continuing} full={full} />
          <Days items={earlier.rest} full={full} />
        </details>
      )}
      <Section label={m.event_live_now()} isLive items={live} full={full} marathons={marathons} />
      <Section label={m.calendar_continuing()} items={ahead.continuing} full={full} />
      <Days items={ahead.rest} full={full} />
    </div>
  )
}

/** Undefined once all rows are full. */
function useFullItems({ live, ahead }: AgendaSections): ReadonlySet<CalendarItem> | undefined {
  const screen = useStore(useCalendar().$screen)
  return useMemo(() => {
    const inOrder = [...live, ...ahead.continuing, ...ahead.rest]
    return screen ? undefined : new Set(inOrder.slice(0, fullAtFirst))
  }, [screen, live, ahead])
}

/** Scrolls to the first day on or after the requested one. */
function useDayFocus(list: React.RefObject<HTMLDivElement | null>): void {
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

type RowsProps = { items: readonly CalendarItem[]; full: ReadonlySet<CalendarItem> | undefined }

function useEntries(items: readonly CalendarItem[]): AgendaEntry[] {
  const { isGrouped } = useStore(useCalendar().$address)
  return useMemo(
    () => (isGrouped ? foldGroups(items) : items.map((item) => [item] as const)),
    [items, isGrouped],
  )
}

type SectionProps = RowsProps & {
  label: string
  isLive?: boolean
  marathons?: readonly CalendarItem[]
}

/** Rows under a label other than a day; below them what folds into a strip. */
function Section({ label, isLive, items, marathons = [], full }: SectionProps) {
  const entries = useEntries(items)
  if (entries.length + marathons.length === 0) return null
  return (
    <section className="day agenda-section">
      <div className={isLive ? 'day-label agenda-live' : 'day-label'}>
        <h3>{label}</h3>
      </div>
      <div>
        {entries.length > 0 && <Rows entries={entries} full={full} />}
        {marathons.length > 0 && (
          <AgendaMarathons items={marathons}>
            <Rows entries={marathons.map((item) => [item])} full={full} />
          </AgendaMarathons>
        )}
      </div>
    </section>
  )
}

function Days({ items, full }: RowsProps) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$reader)
  const isHydrated = useStore(calendar.$screen) !== undefined
  const entries = useEntries(items)
  const days = useMemo(() => agendaDays(entries, reader), [entries, reader])
  if (days.length === 0) return null
  return (
    <>
      <div className="days">
        {days.map((day) => (
          <Day key={day.day} day={day} full={full} />
        ))}
      </div>
      {/* Has the days cut for the reader before the first paint; from then on they are React's. */}
      <i hidden data-time-format={isHydrated ? 'settled' : 'days'} data-order="up" />
    </>
  )
}

function Day({ day: { day, entries }, full }: { day: AgendaDay } & Pick<RowsProps, 'full'>) {
  const reader = useStore(useCalendar().$reader)
  return (
    <section className="day" data-day={day}>
      <div className="day-label">
        <h3 data-time-format="day-name" suppressHydrationWarning>
          {dayName(day, reader)}
        </h3>
        <p className="quiet" data-time-format="day-date" suppressHydrationWarning>
          {dateText(day, reader)}
        </p>
      </div>
      <Rows entries={entries} full={full} />
    </section>
  )
}

function Rows({ entries, full }: { entries: AgendaEntry[] } & Pick<RowsProps, 'full'>) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$reader)
  const overlaps = useStore(calendar.$overlaps)
  const { locale } = calendar
  return (
    <ol className="day-rows">
      {entries.map((entry) => {
        const [item, ...others] = entry
        const shared = { locale, reader }
        if (others.length > 0) {
          return <AgendaGroup key={item.id} entry={entry} full={full} {...shared} />
        }
        if (full && !full.has(item))
          return <UnenhancedAgendaRow key={item.id} item={item} {...shared} />
        const overlap = overlaps.get(item.id)
        return <AgendaRow key={item.id} item={item} overlap={overlap} {...shared} />
      })}
    </ol>
  )
}
