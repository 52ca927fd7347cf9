import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { api, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import {
  buildSubscriptionLinks,
  type CalendarFeedScope,
  type CalendarFeedsView,
  type CalendarFeedView,
  type SubscriptionLinks,
} from '#worker/features/events/feeds/contract.ts'

export const feedScopeNames: Record<CalendarFeedScope, () => string> = {
  both: m.my_feeds_scope_both,
  hyped: m.my_feeds_scope_hyped,
  followed: m.my_feeds_scope_followed,
}

/** Before the start. */
export const reminderMinuteChoices = [1440, 180, 60, 15] as const
export type ReminderMinutes = (typeof reminderMinuteChoices)[number]

type Dependencies = Toaster & {
  api: Pick<Api, 'post' | 'delete'>
  first: CalendarFeedsView
}

export function addRemindersToLinks(
  { links }: CalendarFeedView,
  alarms: readonly ReminderMinutes[],
): SubscriptionLinks | undefined {
  if (!links) return undefined
  const address = new URL(links.https)
  for (const minutes of alarms) address.searchParams.append('alarm', String(minutes))
  return buildSubscriptionLinks(address.href)
}

export function createCalendarFeedsStore({ api, first, ...voice }: Dependencies) {
  const $feeds = atom(first.items)
  const $alarms = atom<readonly ReminderMinutes[]>([])
  const { $isBusy, run } = createActionRunner(voice)

  function turnAlarm(alarm: ReminderMinutes, isOn: boolean): void {
    $alarms.set(
      reminderMinuteChoices.filter((one) => (one === alarm ? isOn : $alarms.get().includes(one))),
    )
  }

  function create(scope: CalendarFeedScope): Promise<boolean> {
    return run(async () => {
      const feed = await api.post('users/me/calendar_feeds', { body: { scope } })
      $feeds.set([...$feeds.get(), feed])
      return m.my_feeds_created()
    }, m.my_feeds_create_failed)
  }

  function revoke(id: number): Promise<boolean> {
    return run(async () => {
      await api.delete('users/me/calendar_feeds/:id', { params: { id } })
      $feeds.set($feeds.get().filter((one) => one.id !== id))
      return m.my_feeds_revoked()
    }, m.my_feeds_revoke_failed)
  }

  return { $feeds, $alarms, $isBusy, turnAlarm, create, revoke }
}
export type CalendarFeedsStore = ReturnType<typeof createCalendarFeedsStore>

export const getSharedCalendarFeedsStore = createOnceOnClient((first: CalendarFeedsView) =>
  createCalendarFeedsStore({
    api,
    first,
    showSuccess,
    showError,
  }),
)
