import { readRelations } from '#site/lib/session/relations.ts'
import {
  resumeAfterLogin,
  signUpThen,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { shareToggles } from '#site/features/hype/toggles/shared-toggles.ts'
import { showToggleRewards, showToggleFailure } from '#site/features/hype/toggles/toggle-toasts.ts'
import type { ToggleState } from '#site/features/hype/toggles/toggles.store.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { api, readCookie } from '#site/lib/api.ts'
import { toast } from '#site/ui/toasts/toast.ts'
import { formatCount, formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { createHypes } from './hype.store.ts'

const { keepCurrent, ...shared } = shareToggles<number>('hype')

/** The event that was hyped before signing in; its success is announced. */
let resumed: number | undefined

function showReminders(reminders: string[]): void {
  const reader = currentTimeContext()
  const times = reminders.map((at) => timeText('when', Date.parse(at), reader))
  const locale = document.documentElement.lang as Locale
  const text =
    times.length > 0
      ? m.hype_resumed({ times: formatList(times, locale) })
      : m.hype_resumed_without_time()
  toast(text)
}

/** One script for every hype button of the page; the buttons are plain HTML. */
const hypes = createHypes({
  api,
  readRelations,
  onChange: showState,
  onFailure: (error) => showToggleFailure(m.hype_failed(), error),
  onEarned: showToggleRewards,
  onHyped(id, reminders) {
    if (id !== resumed) return
    resumed = undefined
    showReminders(reminders)
  },
  ...shared,
})

function buttonsOf(id: number): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll(`[data-hype-event="${id}"]`)
}

function showState(id: number, { isOn, count }: ToggleState): void {
  const written = formatCount(count, document.documentElement.lang as Locale)
  for (const button of buttonsOf(id)) {
    button.ariaPressed = String(isOn)
    const figure = button.querySelector('[data-hype-count]')
    if (figure) figure.textContent = written
  }
}

/** Reads the buttons of a part of the page that has just come. */
export function registerHypeButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-hype-event]')) {
    hypes.add(Number(button.dataset.hypeEvent), Number(button.dataset.count))
  }
}

/** The list that an event was hyped in may show others by now. */
async function setAsked(id: number, isOn: boolean): Promise<void> {
  if (!id) return
  hypes.add(id, 0)
  await hypes.set(id, isOn)
}

async function start(): Promise<void> {
  registerHypeButtons(document)
  const asked = Number(takePendingAction('hype'))
  const takenBack = Number(takePendingAction('unhype'))
  if (!readCookie('access_token')) return
  if (!asked && !takenBack && !document.querySelector('[data-hype-event]')) return
  // Unmarked buttons still work: a hype that stands already is set again harmlessly.
  await hypes.load().catch(() => undefined)
  resumed = asked || undefined
  await setAsked(asked, true)
  await setAsked(takenBack, false)
}

keepCurrent(hypes)

resumeAfterLogin(() => {
  const [wish] = hypes.sending()
  return wish && { name: wish.isOn ? 'hype' : 'unhype', subject: String(wish.key) }
})

/** Whoever just hyped may want to be reminded on this device too. */
async function offerPush(button: HTMLElement): Promise<void> {
  if (button.ariaPressed !== 'true') return
  const offer = await import('#site/features/notifications/push/offer.ts')
  // Nobody asked for it: what fails is no failure of the hype.
  await offer.offerPush().catch(() => undefined)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-hype-event]')
  if (!button) return
  const id = Number(button.dataset.hypeEvent)
  if (readCookie('access_token')) void hypes.toggle(id).then(() => offerPush(button))
  else signUpThen('hype', String(id))
})

void start()
