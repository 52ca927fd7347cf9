import { localDay } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import {
  areSameFilters,
  calendarPath,
  pickCalendarFilters,
  type CalendarAddress,
} from './address.ts'
import {
  createCalendarState,
  deriveCalendarStores,
  type CalendarInitialState,
  type CalendarMonth,
  type CalendarState,
  type FollowedSlugsState,
} from './calendar-state.ts'
import { listItemsOnDay, type CalendarItem } from './entries.ts'
import { monthOfDay } from './month.ts'
import { formatDayRange } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { fullDateText, monthText } from './calendar-labels.ts'

type Dependencies = {
  loadMonth: (
    month: string,
    filters: CalendarFilters,
  ) => Promise<{ title: string; month: CalendarMonth }>
  loadFollowed: (month: string) => Promise<ReadonlySet<string>>
  loadHyped: () => Promise<Iterable<number>>
  isSignedIn: () => boolean
  readNow: () => number
  onVisit: (path: string) => void
  onTitle: (title: string) => void
  /** Navigates to a month that could not be loaded here. */
  onFailure: (path: string) => void
}

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

type CalendarVisit = { isNew: boolean; day?: string | undefined }

function createNavigation(state: CalendarState, locale: Locale, dependencies: Dependencies) {
  const { $month, $address, $reader, $followed, $selectedDay, $focusRequests } = state
  const { loadMonth, loadFollowed, isSignedIn, readNow, onVisit, onTitle, onFailure } = dependencies
  let turn = 0

  function today(): string {
    return localDay(readNow(), $reader.get())
  }

  function focusDay(day: string): void {
    $selectedDay.set(day)
    $focusRequests.set($focusRequests.get() + 1)
  }

  async function findFollowed(month: string): Promise<FollowedSlugsState> {
    if (!isSignedIn()) return undefined
    return loadFollowed(month).catch(() => 'failed' as const)
  }

  async function load(address: CalendarAddress) {
    const month = address.month ?? monthOfDay(today())
    const isKnown = month === $month.get().month && areSameFilters(address, $address.get())
    const [loaded, followed] = await Promise.all([
      isKnown ? undefined : loadMonth(month, pickCalendarFilters(address)),
      address.isFollowed ? findFollowed(month) : undefined,
    ])
    return { loaded, followed }
  }

  function show(address: CalendarAddress, { loaded, followed }: Awaited<ReturnType<typeof load>>) {
    $address.set(address)
    $followed.set(followed)
    if (!loaded) return
    $month.set(loaded.month)
    state.$announcement.set(monthText(loaded.month.month, locale))
    onTitle(loaded.title)
  }

  async function visit(address: CalendarAddress, { isNew, day }: CalendarVisit): Promise<void> {
    turn += 1
    const mine = turn
    const selected = $selectedDay.get()
    state.$isLoading.set(true)
    try {
      const result = await load(address)
      if (mine !== turn) return
      if (isNew) onVisit(calendarPath(locale, address))
      show(address, result)
      // A day that was touched meanwhile stays.
      if (result.loaded && $selectedDay.get() === selected) $selectedDay.set(undefined)
      if (day) focusDay(day)
    } catch {
      if (mine === turn) onFailure(calendarPath(locale, address))
    } finally {
      if (mine === turn) state.$isLoading.set(false)
    }
  }

  return { today, focusDay, visit, findFollowed }
}

function createDialogActions(
  state: CalendarState,
  derived: ReturnType<typeof deriveCalendarStores>,
) {
  const { $opened } = state

  function listDay(day: string): CalendarItem[] {
    return listItemsOnDay(day, derived.$entries.get(), state.$layoutReader.get())
  }

  function openDay(day: string): void {
    // A phone lists the day below the month.
    if (state.$address.get().view !== 'week' && state.$screen.get() === 'narrow') {
      return state.$selectedDay.set(day)
    }
    const items = listDay(day)
    if (items.length > 0) $opened.set({ title: fullDateText(day, state.$reader.get()), day, items })
  }

  /** True if the link stands for events of a group, or for long ones without a line. */
  function openEntries({ key = '', keys }: { key?: string; keys?: string }): boolean {
    const entries = derived.$byKey.get()
    const group = entries.get(key)?.group
    if (keys) {
      const items = keys.split(' ').flatMap((one) => entries.get(one)?.items ?? [])
      $opened.set({ title: m.calendar_long(), items })
    } else if (group) {
      const items = derived.$items.get().filter((item) => item.group?.slug === group.slug)
      $opened.set({ title: group.name, groupSlug: group.slug, items })
    }
    return Boolean(keys ?? group)
  }

  return { listDay, openDay, openEntries }
}

export function createCalendarStore(
  start: CalendarInitialState,
  dependencies: Dependencies = none,
) {
  const { locale } = start
  const state = createCalendarState(start)
  const derived = deriveCalendarStores(state, locale)
  const { today, focusDay, visit, findFollowed } = createNavigation(state, locale, dependencies)
  const { $month, $address, $followed, $hyped } = state

  async function loadFollowed(): Promise<void> {
    if (!$address.get().isFollowed) return
    const { month } = $month.get()
    const followed = await findFollowed(month)
    if (month === $month.get().month) $followed.set(followed)
  }

  async function goTo(change: Partial<CalendarAddress>, day?: string): Promise<void> {
    await visit({ ...$address.get(), ...change }, { isNew: true, day })
    if ($address.get().view !== 'week') return
    const { shown } = derived.$week.get()
    state.$announcement.set(formatDayRange(shown[0] ?? '', shown.at(-1) ?? '', locale))
  }

  async function goToday(): Promise<void> {
    const ofWeek = $address.get().view === 'week'
    const isShown = ofWeek
      ? derived.$week.get().shown.includes(today())
      : $month.get().month === monthOfDay(today())
    if (isShown) focusDay(today())
    else await goTo({ month: undefined, day: undefined }, today())
  }

  function setHyped(id: number, isHyped: boolean): void {
    if ($hyped.get().has(id) === isHyped) return
    const others = [...$hyped.get()].filter((other) => other !== id)
    $hyped.set(new Set(isHyped ? [...others, id] : others))
  }

  /** The page is the same for everyone: what is personal is read here. */
  async function begin(): Promise<void> {
    const isOpen = $address.get().month === undefined
    const isOld = isOpen && $month.get().month !== monthOfDay(today())
    await (isOld ? visit($address.get(), { isNew: false }) : loadFollowed())
    if (!dependencies.isSignedIn()) return
    const hypedIds = await dependencies.loadHyped().catch(() => [])
    $hyped.set(new Set([...$hyped.get(), ...hypedIds]))
  }

  return {
    locale,
    ...state,
    ...derived,
    ...createDialogActions(state, derived),
    begin,
    visit,
    goTo,
    goToday,
    focusDay,
    loadFollowed,
    setHyped,
  }
}
export type CalendarStore = ReturnType<typeof createCalendarStore>
