import { atom, computed, type ReadableAtom } from 'nanostores'
import { findHypeClashes } from '#site/features/hype/clashes.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { areTraitsMuted, type MutingTraits } from '#site/lib/display/muting.ts'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { countCalendarFilters, type CalendarAddress } from './address.ts'
import {
  buildAgendaSections,
  isSparseMonth,
  toMonthAgendaRange,
  toWeekAgendaRange,
  type AgendaSections,
} from './agenda-sections.ts'
import {
  indexEntriesByKey,
  buildGridEntries,
  isMultiDay,
  type CalendarItem,
  type GridEntry,
} from './entries.ts'
import { layOutGrid, layOutWeekLines } from './grid-layout.ts'
import { addDays, listDaysFrom, pickInitialDay, listMonthGridDays, listWeekDays } from './month.ts'
import { layOutWeek } from './week-layout.ts'

export type CalendarMonth = {
  month: string
  items: CalendarItem[]
  /** There are more events than a page holds. */
  isCut: boolean
  /** The nearest month with events, for when this one has none. */
  elsewhere: string | undefined
  /** When the server wrote it, in Unix milliseconds. */
  now: number
}

export type OpenedEventList = {
  title: string
  /** Events of other days show their date. */
  day?: string
  items: readonly CalendarItem[]
  groupSlug?: string
}

export type CalendarInitialState = {
  month: CalendarMonth
  address: CalendarAddress
  locale: Locale
  reader: TimeContext
}

/** The slugs of followed events, when only those are shown. */
export type FollowedSlugsState = ReadonlySet<string> | 'failed' | undefined
type ScreenSize = 'wide' | 'narrow'

export function createCalendarState({ month, address, locale, reader }: CalendarInitialState) {
  const state = {
    $month: atom(month),
    $address: atom(address),
    $reader: atom(reader),
    /** The present, to the minute, while the hours of a week are shown. */
    $minute: atom(0),
    /** Undefined before hydration: the server renders both views. */
    $screen: atom<ScreenSize | undefined>(undefined),
    $followed: atom<FollowedSlugsState>(undefined),
    $hyped: atom<ReadonlySet<number>>(new Set()),
    /** The grid's tab stop, once one is chosen. */
    $selectedDay: atom<string | undefined>(undefined),
    /** Incremented to focus the selected day. */
    $focusRequests: atom(0),
    $opened: atom<OpenedEventList | undefined>(undefined),
    /** Undefined on the server, whose pages are the same for everyone. */
    $muting: atom<MutingTraits | undefined>(undefined),
    $areMutedShown: atom(false),
    $isLoading: atom(false),
    $announcement: atom(''),
  }
  const { $screen, $reader, $month } = state
  /** The server's until hydration, save the rows of a day, sorted before the first paint. */
  const $layoutReader = computed([$screen, $reader, $month], (screen, own, { now }) =>
    screen ? own : utcTimeContext(locale, now),
  )
  return { ...state, $layoutReader }
}
export type CalendarState = ReturnType<typeof createCalendarState>

function deriveView({ $address, $month, $screen }: CalendarState, locale: Locale) {
  return computed([$address, $month, $screen], (address, { month, items, now }, screen) => {
    if (address.view) return address.view
    const isFiltered = countCalendarFilters(address) > 0
    if (
      !isFiltered &&
      isSparseMonth(
        buildAgendaSections(items, toMonthAgendaRange(month), utcTimeContext(locale, now)),
      )
    )
      return 'agenda'
    return screen && (screen === 'wide' ? 'month' : 'agenda')
  })
}

/** Hyped and followed events are never muted. */
function deriveItems({ $month, $address, $followed, $hyped, $muting, ...state }: CalendarState) {
  const $scope = computed([$month, $address, $followed], ({ items }, { isFollowed }, followed) =>
    isFollowed && followed instanceof Set ? items.filter(({ slug }) => followed.has(slug)) : items,
  )
  const $muted = computed(
    [$scope, $address, $hyped, $muting],
    (items, { isFollowed }, hyped, muting) =>
      muting && !isFollowed
        ? items.filter((item) => !hyped.has(item.id) && areTraitsMuted(eventTraits(item), muting))
        : [],
  )
  const $items = computed([$scope, $muted, state.$areMutedShown], (items, muted, areShown) =>
    areShown || muted.length === 0 ? items : items.filter((item) => !muted.includes(item)),
  )
  return { $items, $muted }
}

export const narrowScreenDayCount = 3
const maxColumns = { wide: 3, narrow: 2 }

/** `days` of a wide screen, `near` of a phone, and which of both are `shown`. */
function deriveWeek({ $address, $month, $layoutReader, $screen }: CalendarState, locale: Locale) {
  return computed(
    [$address, $month, $layoutReader, $screen],
    (address, { month }, reader, screen) => {
      const day = address.day ?? pickInitialDay(month, localDay(reader.now, reader))
      const [days, near] = [
        listWeekDays(day, firstWeekday(locale)),
        listDaysFrom(day, narrowScreenDayCount),
      ]
      return { days, near, shown: screen === 'narrow' ? near : days }
    },
  )
}

/** Above the hours stands what lasts longer than a day or has no hour. */
function layOutWeekEntries(
  entries: readonly GridEntry[],
  days: readonly string[],
  reader: TimeContext,
  screen: ScreenSize = 'wide',
) {
  const isAllDay = (entry: GridEntry) => isMultiDay(entry) || entry.items[0]?.fixed !== undefined
  const timed = entries.filter((entry) => !isAllDay(entry))
  const events = timed.flatMap(({ key, items: own }) => own.map((item) => ({ ...item, key })))
  return {
    band: layOutWeekLines(days, entries.filter(isAllDay)),
    blocks: layOutWeek(days, events, { reader, maxColumns: maxColumns[screen] }),
  }
}

function deriveGrid(
  { $address, $month, $layoutReader, $minute, $selectedDay }: CalendarState,
  $items: ReturnType<typeof deriveItems>['$items'],
  $week: ReturnType<typeof deriveWeek>,
  locale: Locale,
) {
  const $days = computed([$address, $month, $week], ({ view }, { month }, { shown }) =>
    view === 'week' ? shown : listMonthGridDays(month, firstWeekday(locale)),
  )
  const $entries = computed(
    [$items, $days, $address, $layoutReader],
    (items, days, { view, isGrouped }, reader) => {
      if (view !== 'week') return buildGridEntries(items, { days, isGrouped, reader })
      // A night that began the day before goes on into the first.
      const nights = [addDays(days[0] ?? '', -1), ...days]
      return buildGridEntries(items, { days: nights, isGrouped: false, reader })
    },
  )
  const $now = computed([$layoutReader, $minute], (reader, minute) => ({
    ...reader,
    now: Math.max(minute, reader.now),
  }))
  const $today = computed([$now], (now) => localDay(now.now, now))
  const $entryDay = computed([$today, $address, $month], (today, { view }, { month }) =>
    view === 'week' ? today : pickInitialDay(month, today),
  )
  const $tabStop = computed(
    [$selectedDay, $entryDay, $days],
    (selected, entryDay, days) =>
      [selected, entryDay].find((day) => day && days.includes(day)) ?? days[0],
  )
  return {
    $days,
    $entries,
    $byKey: computed([$entries], indexEntriesByKey),
    $now,
    $today,
    $tabStop,
  }
}

/** About one screen of rows, which the server writes in full. */
function listFirstItems({ live, ahead }: AgendaSections): ReadonlySet<CalendarItem> {
  return new Set([...live, ...ahead.continuing, ...ahead.rest].slice(0, 10))
}

export function deriveCalendarStores(state: CalendarState, locale: Locale) {
  const { $month, $address, $layoutReader, $screen } = state
  const { $items, $muted } = deriveItems(state)
  const $week = deriveWeek(state, locale)
  const grid = deriveGrid(state, $items, $week, locale)
  const $range = computed([$month, $address, $week], ({ month }, { view }, { days }) =>
    view === 'week' ? toWeekAgendaRange(days) : toMonthAgendaRange(month),
  )
  const $page = computed(state.$reader, ({ now }): PageContext => ({ locale, ctx: { now } }))
  /** By event: another hyped one that overlaps it, by name. */
  const $overlaps = computed([$items, state.$hyped], (items, hyped) =>
    findHypeClashes(items.filter(({ id }) => hyped.has(id))),
  )
  const $sections = computed([$items, $range, $layoutReader], buildAgendaSections)
  const $rows = computed(
    [$sections, $overlaps, $address, $screen],
    (sections, overlaps, { isGrouped }, screen) => ({
      sections,
      overlaps,
      isGrouped,
      /** Undefined where all rows are written in full. */
      full: screen ? undefined : listFirstItems(sections),
    }),
  )
  const atoms: ReadableAtom[] = Object.values(state)
  return {
    /** A new value for each state: what is drawn reads the others when this one changes. */
    $changes: computed(atoms, () => ({})),
    $items,
    $mutedCount: computed(
      [$muted, $range, $layoutReader],
      (muted, range, reader) => buildAgendaSections(muted, range, reader).count,
    ),
    $page,
    ...grid,
    $layout: computed([grid.$days, grid.$entries], layOutGrid),
    $week,
    $weekLayout: computed([grid.$entries, grid.$days, $layoutReader, $screen], layOutWeekEntries),
    $sections,
    $view: deriveView(state, locale),
    $overlaps,
    /** A new object whenever a property of the list's template changes. */
    $list: computed([$rows, state.$reader, $page], (rows, reader, page) => ({
      ...rows,
      /** The days are cut in its zone; the script before the first paint has done so. */
      reader,
      page,
    })),
  }
}
