import { createToggleButtons } from './toggles/toggle-buttons.ts'
import { m } from '#site/lib/messages.ts'
import { createHypesStore } from './hype.store.ts'
import { clearHypeToast, showHypedToast, showUnhypedToast } from './hyped-toast.ts'

let resumedEventId: number | undefined

function onHyped(id: number, reminders: string[]): void {
  if (id !== resumedEventId) return clearHypeToast(id)
  resumedEventId = undefined
  showHypedToast(id, reminders)
}

type HypeListener = (id: number) => Promise<void>
const listeners: HypeListener[] = []

export function onHype(listener: HypeListener): void {
  listeners.push(listener)
}

async function notifyHypeListeners(id: number): Promise<void> {
  if (toggles.isOn(id)) await Promise.all(listeners.map((listener) => listener(id)))
}

const { toggles, register, onAnswer } = createToggleButtons<number>({
  on: 'hype',
  off: 'unhype',
  createStore: (dependencies) =>
    createHypesStore({
      ...dependencies,
      onHyped,
      onUnhyped: (id) => showUnhypedToast(id, () => void toggles.set(id, true)),
    }),
  attribute: 'data-hype-event',
  toKey: (text) => Number(text) || undefined,
  countsOf: (id) => `[data-hype-event="${id}"] [data-hype-count]`,
  failureText: m.hype_failed,
  onResume(id) {
    resumedEventId = id
  },
  onToggled: notifyHypeListeners,
  async describeDone(id) {
    const { describeHyped } = await import('./email-sheet/hyped-step.ts')
    return describeHyped(id)
  },
})

export const registerHypeButtons = register

export function applyHypedEvents(events: readonly { id: number; hype_count: number }[]): void {
  for (const { id, hype_count: count } of events) {
    toggles.receive(id, { isOn: true, count })
    onAnswer(id, { isOn: true, count })
  }
  const [first] = events
  if (first) void Promise.all(listeners.map((listener) => listener(first.id)))
}
