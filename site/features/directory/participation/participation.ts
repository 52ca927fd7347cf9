import { api } from '#site/lib/api.ts'
import { showForOwner } from '#site/lib/session/own-streamer.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { ParticipationView } from '#worker/features/moderation/participation/contract.ts'
import {
  toParticipationChoice,
  createParticipationsStore,
  type ParticipationAnswer,
} from './participations.store.ts'

const store = createParticipationsStore({ api, showSuccess, showError })
const panel = document.querySelector<HTMLElement>('[data-participation]')

function findOwnParticipation(): ParticipationView | undefined {
  const eventId = Number(panel?.dataset['participation'])
  return store.$items.get().find(({ event }) => event.id === eventId)
}

function showInLineUp({ streamer_id, answer }: ParticipationView): void {
  for (const entry of document.querySelectorAll<HTMLElement>(
    `[data-participant="${streamer_id}"]`,
  )) {
    entry.hidden = answer === 'removed'
    const mark = entry.querySelector<HTMLElement>('[data-confirmed]')
    if (mark) mark.hidden = answer !== 'confirmed'
  }
}

function showOwnParticipation(): void {
  const ownParticipation = findOwnParticipation()
  if (!panel || !ownParticipation) return
  const choice = toParticipationChoice(ownParticipation)
  for (const element of panel.querySelectorAll<HTMLElement>('[data-choice]')) {
    element.hidden = !element.dataset['choice']?.split(' ').includes(choice)
  }
  panel.hidden = false
  showInLineUp(ownParticipation)
}

async function sendAnswer(button: HTMLElement): Promise<void> {
  const ownParticipation = findOwnParticipation()
  if (!ownParticipation) return
  const chosenAnswer = (button.dataset['answer'] || null) as ParticipationAnswer
  // The button goes with the choice: the keyboard stays with what is said in its place.
  if (await store.answer(ownParticipation, chosenAnswer)) {
    panel?.querySelector<HTMLElement>('[data-participation-state]')?.focus()
  }
}

store.$items.listen(showOwnParticipation)
store.$isBusy.listen((isBusy) => {
  for (const button of panel?.querySelectorAll('button') ?? []) {
    button.ariaDisabled = String(isBusy)
  }
})
panel?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-answer]')
  if (button) void sendAnswer(button)
})
showForOwner(async (ownStreamer) => {
  if (panel && ownStreamer !== null) await store.load()
})
