import { api } from '#site/lib/api.ts'
import { formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'
import type { LastStep } from './open.ts'

const byChannel: Record<DeliveryChannel, () => string> = {
  email: m.sheet_by_email,
  discord: m.sheet_by_discord,
  push: m.sheet_by_push,
  in_app: m.sheet_by_bell,
}

/** ISO instants of the reminders that will be sent; the bell's only where nothing else is. */
function listReminderTimes({ notices }: HypedEventView): Map<DeliveryChannel, Set<string>> {
  const times = new Map<DeliveryChannel, Set<string>>()
  for (const { kind, messages } of notices) {
    for (const { channel, state, at } of kind === 'reminder' ? messages : []) {
      if (state !== 'planned' || at === null) continue
      times.set(channel, (times.get(channel) ?? new Set()).add(at))
    }
  }
  if (times.size > 1) times.delete('in_app')
  return times
}

/** A sentence for all channels that send at the same times. */
function describeReminders(times: Map<DeliveryChannel, Set<string>>, locale: Locale): string {
  const reader = currentTimeContext()
  const channels = Map.groupBy(times, ([, instants]) => {
    const texts = [...instants].sort().map((at) => timeText('when', Date.parse(at), reader))
    return formatList(texts, locale)
  })
  return [...channels]
    .map(([when, group]) => {
      const ways = group.map(([channel]) => byChannel[channel]())
      return m.sheet_reminders({ ways: formatList(ways, locale), times: when })
    })
    .join(' ')
}

function describeNoReminder({ start, time_certainty }: HypedEventView['event']): string {
  if (time_certainty !== 'exact') return m.sheet_undated()
  const left = Date.parse(start) - Date.now()
  if (left <= 0) return m.sheet_hype_text()
  return left < hourMs ? m.hype_promise_late() : m.sheet_reminders_off()
}

export async function describeHyped(id: number): Promise<LastStep> {
  const title = m.sheet_hyped()
  const planned = await api
    .get('users/me/hyped_events/:id/reminders', { params: { id } })
    .catch(() => undefined)
  if (!planned) return { title, text: m.sheet_hype_text() }
  const times = listReminderTimes(planned)
  const locale = document.documentElement.lang as Locale
  const text = times.size > 0 ? describeReminders(times, locale) : describeNoReminder(planned.event)
  return { title, text, slug: planned.event.slug }
}
