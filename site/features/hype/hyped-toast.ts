import { formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { closeSubjectToast, showToast } from '#site/ui/toasts/toasts.ts'
import type { Locale } from '#worker/contracts/locale.ts'

/** Each toast about an event replaces the one before, which its hype or un-hype has made untrue. */
const toToastSubject = (id: number) => `hype ${id}`

export function showHypedToast(id: number, reminders: string[]): void {
  const reader = currentTimeContext()
  const times = reminders.map((at) => timeText('when', Date.parse(at), reader))
  const locale = document.documentElement.lang as Locale
  const text =
    times.length > 0
      ? m.hype_resumed({ times: formatList(times, locale) })
      : m.hype_resumed_without_time()
  void showToast(text, { subject: toToastSubject(id) })
}

export function showUnhypedToast(id: number, undo: () => void): void {
  const action = { label: m.undo(), run: undo }
  void showToast(m.hype_removed(), { subject: toToastSubject(id), action })
}

export function clearHypeToast(id: number): void {
  void closeSubjectToast(toToastSubject(id))
}
