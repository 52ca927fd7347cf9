import '#site/features/events/muting/show-muted.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { localDay } from '#site/lib/time/time-text.ts'
import { isSignedIn, wideScreenQuery } from './followed.ts'
import { monthOfDay } from './month.ts'

/** React is loaded with the first touch: a visitor's list on a phone is complete without. */
const root = document.querySelector<HTMLElement>('#calendar-root')
const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'scroll', 'popstate'] as const

function isAnotherMonthShown(): boolean {
  const reader = currentTimeContext()
  const shown = root?.querySelector<HTMLElement>('#calendar')?.dataset.month
  const isOpen = !new URLSearchParams(location.search).has('month')
  return isOpen && shown !== monthOfDay(localDay(reader.now, reader))
}

/** A grid has to be laid out in the reader's zone at once, and its keys need the script. */
function mustHydrateAtOnce(): boolean {
  return (
    wideScreenQuery.matches ||
    root?.querySelector(':not(.cal-wide) > :is(.cal-grid, .cal-hours)') != null
  )
}

function recordClickedDay(calendar: HTMLElement): () => string | undefined {
  let day: string | undefined
  function keep({ target }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest('a, button')) return
    day = target.closest<HTMLElement>('.cal-day')?.dataset.date
  }
  calendar.addEventListener('click', keep)
  return () => {
    calendar.removeEventListener('click', keep)
    return day
  }
}

async function hydrateCalendar(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, startHydration)
  wideScreenQuery.removeEventListener('change', startHydration)
  if (!root) return
  const takeClickedDay = recordClickedDay(root)
  const { mountCalendar } = await import('./mount.tsx')
  await mountCalendar(root, takeClickedDay)
}

function startHydration(): void {
  hydrateCalendar().catch(() => {
    // The server's list is complete, and its links work.
    if (root) root.dataset.failed = ''
  })
}

if (mustHydrateAtOnce() || isSignedIn() || isAnotherMonthShown()) startHydration()
else {
  for (const sign of signs) addEventListener(sign, startHydration, { passive: true })
  wideScreenQuery.addEventListener('change', startHydration)
}
