import { map } from 'nanostores'
import { failureText } from '#site/lib/failure-text.ts'
import { ApiError, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'

type PlannedState = { hyped: HypedEventView | undefined; isLoading: boolean; failure: string }

export function createPlannedNotificationsStore(api: Pick<Api, 'get'>, eventId: number) {
  const $planned = map<PlannedState>({ hyped: undefined, isLoading: true, failure: '' })
  let latestLoad = 0

  async function load(): Promise<void> {
    latestLoad += 1
    const thisLoad = latestLoad
    $planned.setKey('isLoading', true)
    const planned = await read()
    if (thisLoad === latestLoad) $planned.set({ ...planned, isLoading: false })
  }

  async function read(): Promise<Omit<PlannedState, 'isLoading'>> {
    try {
      const hyped = await api.get('users/me/hyped_events/:id/reminders', {
        params: { id: eventId },
      })
      return { hyped, failure: '' }
    } catch (error) {
      const isUnhyped = error instanceof ApiError && error.status === 404
      return { hyped: undefined, failure: isUnhyped ? '' : failureText(error, m.planned_failed) }
    }
  }

  return { $planned, load }
}
export type PlannedNotificationsStore = ReturnType<typeof createPlannedNotificationsStore>
