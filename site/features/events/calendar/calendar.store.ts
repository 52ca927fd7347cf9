import { atom, computed } from 'nanostores'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { calendarPath, type CalendarAddress } from './address.ts'
import { buildAgenda, isSparseMonth } from './agenda-sections.ts'
import { calendarEntries, entriesOn, type CalendarItem, type GridEntry } from './entries.ts'
import { findOverlaps, layOutGrid } from './layout.ts'
import { monthGridDays, monthOfDay } from './month.ts'
import { fullDateText, monthText } from './calendar-labels.ts'

/** The data of a month, from the server. */
export type CalendarMonth = {
  month: string
  items: CalendarItem[]
  /** The month has more events than a page holds. */
  isCut: boolean
  /** The nearest month with events, for when this one has none. */
  elsewhere: string | undefined
  /** When the server wrote it. */
  now: number
}

/** The list of the dialog: the events of a day or of a group. */
export type OpenedEvents = {
  title: string
  /** Events of other days show their date. */
  day?: string
  items: readonly CalendarItem[]
  groupSlug?: string
}

type Dependencies = {
  loadMonth: (month: string) => Promise<{ title: string; month: CalendarMonth }>
  loadFollowed: (month: string) => Promise<ReadonlySet<string>>
  loadHyped: () => Promise<Iterable<number>>
  isSignedIn: () => boolean
  readNow: () => number
  /** Called with the address of each new state. */
  onVisit: (path: string) => void
  onTitle: (title: string) => void
  /** Navigates to a month that could not be loaded here. */
  onFailure: (path: string) => void
}

/** No-ops for the server. */
const none: Dependencies = {
  loadMonth: () => Promise.reject(new Error('Months are loaded by a browser')),
  loadFollowed: () => Promise.resolve(new Set()),
  loadHyped: () => Promise.resolve([]),
  isSignedIn: () => false,
  readNow: () => 0,
  onVisit: () => undefined,
  onTitle: () => undefined,
  onFailure: () => undefined,
}

export type CalendarInitialState = {
  month: CalendarMonth
  address: CalendarAddress
  locale: Locale
  reader: TimeContext
}

/** The slugs of followed events, when only those are shown. */
type Followed = ReadonlySet<string> | 'failed' | undefined
type Screen = 'wide' | 'narrow'

function createState({ month, address, locale, reader }: CalendarInitialState) {
  const $month = atom(month)
  const $address = atom(address)
  const $reader = atom(reader)
  /** Undefined before hydration: the server renders both views. */
  const $screen = atom<Screen | undefined>(undefined)
  const $followed = atom<Followed>(undefined)
  const $hyped = atom<ReadonlySet<number>>(new Set())
  /** The grid's tab stop; by default today or the first of the month. */
  const $selectedDay = atom<string | undefined>(undefined)
  /** Incremented to focus the selected day. */
  const $focusRequests = atom(0)
  const $opened = atom<OpenedEvents | undefined>(undefined)
  const $isLoading = atom(false)
  const $announcement = atom('')
  /**
   * The layout stays the server's until hydration, except for the rows of a day, which the script
   * before the first paint has sorted already.
   */
  const $layoutReader = computed([$screen, $reader, $month], (screen, own, { now }) =>
    screen ? own : utcTimeContext(locale, now),
  )
  return {
    $month,
    $address,
    $reader,
    $screen,
    $followed,
    $hyped,
    $selectedDay,
    $focusRequests,
    $opened,
    $isLoading,
    $announcement,
    $layoutReader,
  }
}
type State = ReturnType<typeof createState>

/** The requested view; else a list for a sparse month; else what suits the screen. */
function chooseView({ $address, $month, $screen }: State, locale: Locale) {
  return computed([$address, $month, $screen], ({ view }, { month, items, now }, screen) => {
    if (view) return view
    if (isSparseMonth(buildAgenda(items, month, utcTimeContext(locale, now)))) return 'agenda'
    return screen && (screen === 'wide' ? 'month' : 'agenda')
  })
}

function derive(state: State, locale: Locale) {
  const { $month, $address, $followed, $reader, $layoutReader, $hyped } = state
  const $items = computed([$month, $address, $followed], ({ items }, { isFollowed }, followed) =>
    isFollowed && followed instanceof Set ? items.filter(({ slug }) => followed.has(slug)) : items,
  )
  const $days = computed($month, ({ month }) => monthGridDays(month))
  const $entries = computed(
    [$items, $days, $address, $layoutReader],
    (items, days, { isGrouped }, reader) => calendarEntries(items, { days, isGrouped, reader }),
  )
  return {
    $items,
    $days,
    $entries,
    $layout: computed([$days, $entries], layOutGrid),
    $sections: computed([$items, $month, $layoutReader], (items, { month }, reader) =>
      buildAgenda(items, month, reader),
    ),
    $view: chooseView(state, locale),
    $overlaps: computed([$items, $hyped, $reader], overlapsOf),
  }
}

/** Upcoming hyped events by id, with the name of another that overlaps. */
function overlapsOf(
  items: readonly CalendarItem[],
  hyped: ReadonlySet<number>,
  { now }: TimeContext,
): ReadonlyMap<number, string> {
  const mine = items.filter(
    ({ id, endAt, fixed, isCancelled }) => hyped.has(id) && endAt > now && !fixed && !isCancelled,
  )
  const overlaps = findOverlaps(mine.map((item) => ({ ...item, key: item.id })))
  const nameOf = new Map(mine.map(({ id, name }) => [id, name]))
  return new Map([...overlaps].map(([id, other]) => [id, nameOf.get(other) ?? '']))
}

type Visit = { isNew: boolean; day?: string | undefined }

/** Changes the state of the page, loading its month where needed. */
function createNavigation(state: State, locale: Locale, dependencies: Dependencies) {
  const { $month, $address, $reader, $followed, $selectedDay, $focusRequests } = state
  const { loadMonth, loadFollowed, isSignedIn, readNow, onVisit, onTitle, onFailure } = dependencies
  let turn = 0

  function today(): string {
    const now = readNow()
    return localDay(now, { ...$reader.get(), now })
  }

  function focusDay(day: string): void {
    $selectedDay.set(day)
    $focusRequests.set($focusRequests.get() + 1)
  }

  async function findFollowed(month: string): Promise<Followed> {
    if (!isSignedIn()) return undefined
    return loadFollowed(month).catch(() => 'failed' as const)
  }

  async function load(address: CalendarAddress) {
    const month = address.month ?? monthOfDay(today())
    const isKnown = month === $month.get().month
    const [loaded, followed] = await Promise.all([
      isKnown ? undefined : loadMonth(month),
      address.isFollowed ? findFollowed(month) : undefined,
    ])
    return { loaded, followed }
  }

  function show(address: CalendarAddress, { loaded, followed }: Awaited<ReturnType<typeof load>>) {
    $address.set(address)
    $followed.set(followed)
    if (!loaded) return
    $month.set(loaded.month)
    $selectedDay.set(undefined)
    state.$announcement.set(monthText(loaded.month.month, locale))
    onTitle(loaded.title)
  }

  async function visit(address: CalendarAddress, { isNew, day }: Visit): Promise<void> {
    turn += 1
    const mine = turn
    state.$isLoading.set(true)
    try {
      const found = await load(address)
      if (mine !== turn) return
      if (isNew) onVisit(calendarPath(locale, address))
      show(address, found)
      if (day) focusDay(day)
    } catch {
      if (mine === turn) onFailure(calendarPath(locale, address))
    } finally {
      if (mine === turn) state.$isLoading.set(false)
    }
  }

  return { today, focusDay, visit, findFollowed }
}

/** The calendar's state, and the actions of its links, keys and buttons. */
export function createCalendarStore(
  start: CalendarInitialState,
  dependencies: Dependencies = none,
) {
  const { locale } = start
  const state = createState(start)
  const derived = derive(state, locale)
  const { today, focusDay, visit, findFollowed } = createNavigation(state, locale, dependencies)
  const { $month, $address, $followed, $hyped, $opened } = state

  async function loadFollowed(): Promise<void> {
    if (!$address.get().isFollowed) return
    const { month } = $month.get()
    const followed = await findFollowed(month)
    if (month === $month.get().month) $followed.set(followed)
  }

  function goTo(change: Partial<CalendarAddress>, day?: string): Promise<void> {
    return visit({ ...$address.get(), ...change }, { isNew: true, day })
  }

  async function goToday(): Promise<void> {
    if ($month.get().month === monthOfDay(today())) focusDay(today())
    else await goTo({ month: undefined }, today())
  }

  function openDay(day: string): void {
    const items = entriesOn(day, derived.$entries.get()).flatMap((entry) => entry.items)
    if (items.length > 0) $opened.set({ title: fullDateText(day, locale), day, items })
  }

  function openGroup({ group, items }: GridEntry): void {
    if (group) $opened.set({ title: group.name, groupSlug: group.slug, items })
  }

  function setHyped(id: number, isHyped: boolean): void {
    if ($hyped.get().has(id) === isHyped) return
    const others = [...$hyped.get()].filter((other) => other !== id)
    $hyped.set(new Set(isHyped ? [...others, id] : others))
  }

  /** Reads what is personal: the page is the same for everyone. */
  async function begin(): Promise<void> {
    const isOpen = $address.get().month === undefined
    const isOld = isOpen && $month.get().month !== monthOfDay(today())
    await (isOld ? visit($address.get(), { isNew: false }) : loadFollowed())
    if (!dependencies.isSignedIn()) return
    const found = await dependencies.loadHyped().catch(() => [])
    $hyped.set(new Set([...$hyped.get(), ...found]))
  }

  return {
    locale,
    ...state,
    ...derived,
    begin,
    visit,
    goTo,
    goToday,
    focusDay,
    loadFollowed,
    openDay,
    openGroup,
    setHyped,
  }
}
export type CalendarStore = ReturnType<typeof createCalendarStore>
