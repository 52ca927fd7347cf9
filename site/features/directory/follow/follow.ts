import { clearRelations, readRelations } from '#site/lib/session/relations.ts'
import {
  resumeAfterLogin,
  signUpThen,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { shareToggles } from '#site/features/hype/toggles/shared-toggles.ts'
import { showToggleRewards, showToggleFailure } from '#site/features/hype/toggles/toggle-toasts.ts'
import type { ToggleState } from '#site/features/hype/toggles/toggles.store.ts'
import { api, readCookie } from '#site/lib/api.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { isFollowKey, type FollowKey } from './follow-key.ts'
import { createFollows } from './follow.store.ts'

const { keepCurrent, ...shared } = shareToggles<FollowKey>('follow')

/** One script for every follow button of the page; the buttons are plain HTML. */
const follows = createFollows({
  api,
  readRelations,
  onChange: showState,
  onFailure: (error) => showToggleFailure(m.follow_failed(), error),
  onEarned: showToggleRewards,
  ...shared,
})

function showState(key: FollowKey, { isOn, count }: ToggleState): void {
  const written = formatCount(count, document.documentElement.lang as Locale)
  for (const button of document.querySelectorAll(`[data-follow="${key}"]`)) {
    button.ariaPressed = String(isOn)
  }
  const figures = `[data-follow="${key}"] [data-follow-count], [data-followers="${key}"]`
  for (const figure of document.querySelectorAll(figures)) figure.textContent = written
}

function keyOf(button: HTMLElement): FollowKey | undefined {
  const key = button.dataset.follow ?? ''
  return isFollowKey(key) ? key : undefined
}

/** Reads the buttons of a part of the page that has just come. */
export function registerFollowButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-follow]')) {
    const key = keyOf(button)
    if (key) follows.add(key, Number(button.dataset.count))
  }
}

/** Applies an answer that another part of the page received. */
export function receiveFollow(key: FollowKey, state: ToggleState): void {
  follows.receive(key, state)
  shared.onAnswer(key, state)
}

/** Many were followed at once: the buttons of the page ask which. */
export async function refreshFollows(): Promise<void> {
  clearRelations()
  if (document.querySelector('[data-follow]')) await follows.load()
}

/** The list that somebody was followed in may show others by now. */
async function setAsked(key: string | undefined, isOn: boolean): Promise<void> {
  if (!key || !isFollowKey(key)) return
  follows.add(key, 0)
  await follows.set(key, isOn)
}

async function start(): Promise<void> {
  registerFollowButtons(document)
  const asked = takePendingAction('follow')
  const takenBack = takePendingAction('unfollow')
  if (!readCookie('access_token')) return
  if (!asked && !takenBack && !document.querySelector('[data-follow]')) return
  // Unmarked buttons still work: a follow that stands already is set again harmlessly.
  await follows.load().catch(() => undefined)
  await setAsked(asked, true)
  await setAsked(takenBack, false)
}

keepCurrent(follows)

resumeAfterLogin(() => {
  const [wish] = follows.sending()
  return wish && { name: wish.isOn ? 'follow' : 'unfollow', subject: wish.key }
})

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-follow]')
  const key = button && keyOf(button)
  if (!key) return
  if (readCookie('access_token')) void follows.toggle(key)
  else signUpThen('follow', key)
})

void start()
