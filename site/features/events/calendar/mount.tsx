import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { syncNeverMutedTraits } from '#site/features/events/muting/never-muted.ts'
import { registerHypeButtons } from '#site/features/hype/hype.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import {
  areMutedEventsShown,
  readCurrentMutingTraits,
  onDisplayChange,
  reapplyDisplaySettings,
} from '#site/lib/display/display.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { readCalendarAddress } from './address.ts'
import { createCalendarStore, type CalendarStore } from './calendar.store.ts'
import { CalendarView } from './CalendarView.tsx'
import { fetchFollowedSlugs, isSignedIn, wideScreenQuery } from './followed.ts'
import { hasModifierKey } from './grid-actions.ts'
import { fetchMonth, readEmbeddedMonth } from './month-page.ts'

async function createPageCalendar(): Promise<CalendarStore> {
  return createCalendarStore(
    {
      month: await readEmbeddedMonth(document),
      address: readCalendarAddress(new URLSearchParams(location.search)),
      locale: document.documentElement.lang as Locale,
      reader: currentTimeContext(),
    },
    {
      loadMonth: fetchMonth,
      loadFollowed: fetchFollowedSlugs,
      loadHyped: async () => (await readHypesAndFollows()).hyped_events,
      isSignedIn,
      readNow: Date.now,
      onVisit: (path) => history.pushState(null, '', path),
      onTitle: (title) => void (document.title = title),
      onFailure: (path) => location.assign(path),
    },
  )
}

function watchScreen({ $screen, $reader }: CalendarStore): void {
  const settle = () => {
    $reader.set(currentTimeContext())
    $screen.set(wideScreenQuery.matches ? 'wide' : 'narrow')
  }
  wideScreenQuery.addEventListener('change', settle)
  settle()
}

function watchAddress(calendar: CalendarStore): void {
  let shownSearch = location.search
  addEventListener('popstate', () => {
    if (location.search === shownSearch) return
    shownSearch = location.search
    void calendar.visit(readCalendarAddress(new URLSearchParams(shownSearch)), { isNew: false })
  })
  calendar.$address.listen(() => {
    shownSearch = location.search
  })
}

/** The page's script owns the hype buttons: new ones are registered with it. */
function watchHypes(root: HTMLElement, { setHyped }: CalendarStore): void {
  onToggleChange('hype', ({ key, isOn }) => setHyped(Number(key), isOn))
  new MutationObserver((changes) => {
    for (const { target } of changes) registerHypeButtons(target as HTMLElement)
  }).observe(root, { childList: true, subtree: true })
  for (const button of root.querySelectorAll<HTMLElement>('.hype[aria-pressed="true"]')) {
    setHyped(Number(button.dataset.hypeEvent), true)
  }
}

function watchDisplaySettings({ $address, $muting, $areMutedShown }: CalendarStore): void {
  const follow = () => {
    $muting.set(readCurrentMutingTraits())
    $areMutedShown.set(areMutedEventsShown())
  }
  onDisplayChange(follow)
  // A category or a language that the address asks for is not muted.
  $address.listen(reapplyDisplaySettings)
  syncNeverMutedTraits()
  follow()
}

function watchTodayKey(calendar: CalendarStore): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (hasModifierKey(event) || key.toLowerCase() !== 't') return
    const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog')
    if (!isTyping) void calendar.goToday()
  })
}

export async function mountCalendar(
  root: HTMLElement,
  takeClickedDay: () => string | undefined,
): Promise<void> {
  const calendar = await createPageCalendar()
  const clickedDay = takeClickedDay()
  function begin(): void {
    watchHypes(root, calendar)
    watchDisplaySettings(calendar)
    watchScreen(calendar)
    watchAddress(calendar)
    watchTodayKey(calendar)
    void calendar.begin()
    if (clickedDay) calendar.openDay(clickedDay)
  }
  const page = <CalendarView calendar={calendar} onHydrated={begin} />
  startTransition(() => {
    hydrateRoot(root, page, { onRecoverableError: (error) => console.warn(error) })
  })
}
