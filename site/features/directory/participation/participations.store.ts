import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { ParticipationView } from '#worker/features/moderation/participation/contract.ts'

export type ParticipationAnswer = ParticipationView['answer']

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'put' | 'delete'>
  first?: ParticipationView[]
}

export type ParticipationChoice = 'not_proven' | 'open' | 'confirmed' | 'removed'

export function toParticipationChoice({
  answer,
  can_answer,
}: ParticipationView): ParticipationChoice {
  return can_answer ? (answer ?? 'open') : 'not_proven'
}

export function createParticipationsStore({ api, first = [], ...toaster }: Dependencies) {
  const $items = atom(first)
  const { $isBusy, run } = createActionRunner(toaster)

  async function load(): Promise<void> {
    $items.set((await api.get('users/me/participations')).items)
  }

  function send({ event, streamer_id }: ParticipationView, answer: ParticipationAnswer) {
    const params = { event: event.id, streamer: streamer_id }
    if (answer === 'removed') {
      return api.delete('events/:event/participants/:streamer', { params })
    }
    const body = { confirmed: answer === 'confirmed' }
    return api.put('events/:event/participants/:streamer/confirmation', { params, body })
  }

  function answer(item: ParticipationView, newAnswer: ParticipationAnswer): Promise<boolean> {
    return run(async () => {
      const next = await send(item, newAnswer)
      $items.set(
        $items
          .get()
          .map((participation) =>
            participation.event.id === next.event.id ? next : participation,
          ),
      )
    }, m.participation_failed)
  }

  return { $items, $isBusy, load, answer }
}
