import { askForEmailAddress, type LastStep } from '#site/features/hype/email-sheet/open.ts'
import { applyHypedEvents } from '#site/features/hype/hype.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { showToggleFailure, showToggleRewards } from '#site/features/hype/toggles/toggle-toasts.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import {
  keepActionWhenSessionEnds,
  signUpThenResume,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { session } from '#site/lib/session/session.store.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { createHypeDatesStore, isHypeDatesKey, type HypeDatesKey } from './hype-dates.store.ts'

const action = 'hype_all'
const selector = '[data-hype-dates]'
const isMember = () => Boolean(readAccessToken())

let hypedCount = 0

const dates = createHypeDatesStore({
  api,
  readHypesAndFollows,
  onChange(key, { isDone, isSending }) {
    for (const button of document.querySelectorAll(`[data-hype-dates="${key}"]`)) {
      button.ariaDisabled = String(isDone)
      button.ariaBusy = String(isSending)
    }
  },
  onHyped(events) {
    applyHypedEvents(events)
    hypedCount = events.length
  },
  onEarned: showToggleRewards,
  onFailure: (error) => showToggleFailure(m.hype_failed(), error),
})
onToggleChange('hype', ({ key, isOn }) => dates.mark(Number(key), isOn))

function readHypeDatesKey(button: HTMLElement): HypeDatesKey | undefined {
  const text = button.dataset['hypeDates'] ?? ''
  return isHypeDatesKey(text) ? text : undefined
}

export function registerHypeDatesButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>(selector)) {
    const key = readHypeDatesKey(button)
    const ids = button.dataset['dates']?.split(',').map(Number) ?? []
    if (key) dates.add(key, { ids, isComplete: 'complete' in button.dataset })
  }
}

async function hypeAll(key: HypeDatesKey): Promise<void> {
  if (await dates.hypeAll(key)) showLoadedToast(m.hype_dates_done({ count: hypedCount }))
}

async function hypeAllAfterSignIn(key: HypeDatesKey): Promise<LastStep | undefined> {
  if (!(await dates.hypeAll(key))) return undefined
  return { title: m.sheet_hyped(), text: m.hype_dates_done({ count: hypedCount }) }
}

function askGuestForEmail(key: HypeDatesKey, name: string, opener: Element): Promise<void> {
  const onSignedIn = () => hypeAllAfterSignIn(key)
  return askForEmailAddress({ action, subject: key, name, start: undefined, opener, onSignedIn })
}

async function resumePendingHype(): Promise<void> {
  const pending = takePendingAction(action) ?? ''
  if (!isMember()) return
  if (isHypeDatesKey(pending)) await hypeAll(pending)
  else if (document.querySelector(selector)) await dates.load().catch(() => undefined)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>(selector) : undefined
  const key = button ? readHypeDatesKey(button) : undefined
  if (!button || !key) return
  if (isMember()) void hypeAll(key)
  else {
    const name = button.dataset['name'] ?? ''
    askGuestForEmail(key, name, button).catch(() => signUpThenResume(action, key))
  }
})
keepActionWhenSessionEnds(() => {
  const [pending] = dates.sending()
  return pending && { name: action, subject: pending }
})
session.$isSignedIn.listen((isSignedIn) => {
  if (isSignedIn) dates.load().catch(() => undefined)
})
registerHypeDatesButtons(document)
void resumePendingHype()
