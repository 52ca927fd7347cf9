import { currentReader } from '#site/islands/time/reader.ts'
import { localDay } from '#site/lib/time-text.ts'
import { isSignedIn } from './followed.ts'
import { monthOf } from './month.ts'
import { wideScreen } from './wide-screen.ts'

/**
 * A visitor's list on a phone is whole as the server wrote it: React comes with the first touch. A
 * grid is to be laid out in the reader's zone at once, and a member's calendar to be marked.
 */
const root = document.querySelector<HTMLElement>('#calendar-root')
const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'scroll', 'popstate'] as const

function isOfAnotherMonth(): boolean {
  const reader = currentReader()
  const shown = root?.querySelector<HTMLElement>('#calendar')?.dataset.month
  const isOpen = !new URLSearchParams(location.search).has('month')
  return isOpen && shown !== monthOf(localDay(reader.now, reader))
}

/** A grid, and on a wide screen the keys. */
function isAliveAtOnce(): boolean {
  return wideScreen.matches || root?.querySelector(':not(.cal-wide) > .cal-grid') != null
}

/** A day that is clicked while React is on its way is to open once it is there. */
function keepClickedDay(calendar: HTMLElement): () => string | undefined {
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

async function mount(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, start)
  wideScreen.removeEventListener('change', start)
  if (!root) return
  const takeClickedDay = keepClickedDay(root)
  const { mountCalendar } = await import('./mount.tsx')
  mountCalendar(root, takeClickedDay())
}

function start(): void {
  mount().catch(() => {
    // The server's list is whole, and its links lead on.
    if (root) root.dataset.failed = ''
  })
}

if (isAliveAtOnce() || isSignedIn() || isOfAnotherMonth()) start()
else {
  for (const sign of signs) addEventListener(sign, start, { passive: true })
  wideScreen.addEventListener('change', start)
}
