import {
  areMutedEventsShown,
  readCurrentMutingTraits,
  onDisplayChange,
} from '#site/lib/display/display.ts'
import { buildMutedSelector } from '#site/lib/display/muting.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { mutedNoteText } from './muted-note-text.ts'
import './show-muted.ts'
import { syncNeverMutedTraits } from './never-muted.ts'

/** The style sheet of muted rows cannot write their counts. */
const locale = document.documentElement.lang as Locale

function listEventRows(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('li[data-traits]')]
}

function updateMutedNote(note: HTMLElement, muted: number): void {
  note.dataset.counted = ''
  const areShown = areMutedEventsShown()
  const text = note.querySelector('[data-muted-text]')
  const button = note.querySelector<HTMLElement>('[data-muted-show]')
  if (text) text.textContent = mutedNoteText(muted, areShown)
  if (!button) return
  button.hidden = muted === 0
  button.textContent = areShown ? m.muted_hide() : m.muted_show()
}

/** For a heading that counts more than the rows below it. */
function updateTotal(figure: HTMLElement, muted: number): void {
  const total = Number(figure.dataset.total)
  figure.textContent = formatCount(Math.max(0, total - muted), locale)
}

/** The line speaks of the marathons that are shown. */
function updateMarathonStrip(strip: Element, shown: HTMLElement[]): void {
  const count = strip.querySelector('[data-marathons]')
  const next = strip.querySelector('summary time')
  const ends = shown.flatMap(
    (row) => row.querySelector<HTMLTimeElement>('.event-time time')?.dateTime ?? [],
  )
  if (count) count.textContent = m.marathons_running({ count: shown.length })
  const [first] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))
  if (!next || !first) return
  next.setAttribute('datetime', first)
  localizeTimes(next, currentTimeContext())
}

function showMutedCounts(): void {
  const selector = buildMutedSelector(readCurrentMutingTraits())
  const isMuted = (row: Element) => selector !== undefined && row.matches(selector)
  const mutedIn = (place: Element | null) =>
    place ? listEventRows(place).filter(isMuted).length : 0
  const areShown = areMutedEventsShown()
  for (const note of document.querySelectorAll<HTMLElement>('.muted-note')) {
    updateMutedNote(note, mutedIn(note.parentElement))
  }
  for (const figure of document.querySelectorAll<HTMLElement>('[data-total]')) {
    updateTotal(figure, areShown ? 0 : mutedIn(figure.closest('section')))
  }
  for (const strip of document.querySelectorAll('[data-mutable] .marathons')) {
    const shown = listEventRows(strip).filter((row) => areShown || !isMuted(row))
    if (shown.length > 0) updateMarathonStrip(strip, shown)
  }
}

onDisplayChange(showMutedCounts)
// The server's counts are right for those who mute nothing.
if (buildMutedSelector(readCurrentMutingTraits()) !== undefined) showMutedCounts()
syncNeverMutedTraits()
