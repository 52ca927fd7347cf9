import { map } from 'nanostores'
import { failureText } from '#site/lib/failure-text.ts'
import { ApiError, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { OwnReminderMark } from '#worker/contracts/reminder-marks.ts'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'

type PlannedState = { hyped: HypedEventView | undefined; isLoading: boolean; failure: string }

type Dependencies = { api: Pick<Api, 'get' | 'put'>; showError: (text: string) => void }

export function createPlannedNotificationsStore({ api, showError }: Dependencies, eventId: number) {
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

  /** Shows at once; the plan that follows from it is read anew, also after a refusal. */
  async function setMarks(marks: OwnReminderMark[]): Promise<void> {
    const { hyped } = $planned.get()
    if (hyped) $planned.setKey('hyped', { ...hyped, own_marks: marks })
    try {
      const params = { id: eventId }
      await api.put('users/me/hyped_events/:id/own_marks', { params, body: { marks } })
    } catch (error) {
      showError(failureText(error, m.own_marks_failed))
    }
    await load()
  }

  return { $planned, load, setMarks }
}
export type PlannedNotificationsStore = ReturnType<typeof createPlannedNotificationsStore>
