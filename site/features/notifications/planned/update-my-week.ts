import { findHypeClashes } from '#site/features/hype/clashes.ts'
import { registerHypeButtons } from '#site/features/hype/hype.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'

type TimedEvents = Parameters<typeof findHypeClashes>[0]

const findWeek = () => document.querySelector<HTMLElement>('[data-my-week]')

function listRows(week: HTMLElement) {
  return [...week.querySelectorAll<HTMLElement>('.event-row')].flatMap((row) => {
    const button = row.querySelector<HTMLElement>('[data-hype-event]')
    return button ? [{ row, id: Number(button.dataset.hypeEvent), button }] : []
  })
}

/** Events stay listed when they are no longer hyped, so that it can be undone. */
function showHypes({ key, isOn }: { key: string | number; isOn: boolean }): void {
  const week = findWeek()
  if (!week) return
  const rows = listRows(week)
  const changed = Number(key)
  const hyped = new Set(
    rows.flatMap(({ id, button }) =>
      (id === changed ? isOn : button.ariaPressed === 'true') ? [id] : [],
    ),
  )
  const text = week.querySelector('[data-week-events]')?.textContent ?? '[]'
  const events = JSON.parse(text) as TimedEvents
  const clashes = findHypeClashes(events.filter(({ id }) => hyped.has(id)))
  for (const { row, id } of rows) {
    const name = clashes.get(id)
    const mark = row.querySelector<HTMLElement>('[data-clash]')
    if (mark) {
      mark.hidden = name === undefined
      mark.textContent = name === undefined ? '' : m.calendar_overlap({ name })
    }
    const withdrawn = row.querySelector<HTMLElement>('[data-withdrawn]')
    withdrawn?.toggleAttribute('hidden', hyped.has(id))
    row.querySelector('.planned')?.toggleAttribute('hidden', !hyped.has(id))
  }
}

/** The server knows the reminders of what was hyped just now, and the events of what is followed. */
async function refreshWeek(): Promise<void> {
  const response = await fetch(location.href)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const next = page.querySelector<HTMLElement>('[data-my-week]')
  const week = findWeek()
  if (!response.ok || !next || !week) throw new Error(`the agenda answered ${response.status}`)
  const focused = document.activeElement?.getAttribute('data-hype-event')
  localizeTimes(next, currentTimeContext())
  week.replaceWith(next)
  registerHypeButtons(next)
  if (focused) next.querySelector<HTMLElement>(`[data-hype-event="${focused}"]`)?.focus()
}

function refreshAfterAnswer(): void {
  const rows = listRows(findWeek() ?? document.body)
  const isPlanUnknown = rows.some(
    ({ row, button }) => button.ariaPressed === 'true' && !row.querySelector('.planned'),
  )
  if (isPlanUnknown) refresh()
}

function refresh(): void {
  refreshWeek().catch(() => showLoadedToast(m.planned_failed(), { kind: 'error' }))
}

onToggleChange('hype', showHypes)
addEventListener('answered hype', refreshAfterAnswer)
addEventListener('answered follow', refresh)
