import { askForEmailAddress, type LastStep } from '#site/features/hype/email-sheet/open.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { formatCount } from '#site/lib/format.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import {
  keepActionWhenSessionEnds,
  signUpThenResume,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { session } from '#site/lib/session/session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { announceToggle } from './toggle-changes.ts'
import { createToggleCache } from './toggle-cache.ts'
import { showToggleFailure, showToggleRewards } from './toggle-toasts.ts'
import type { TogglesStore, ToggleDependencies, ToggleState } from './toggles.store.ts'

type PageDependencies<Key> = Omit<ToggleDependencies<Key>, 'readMine' | 'put'> & {
  api: typeof api
  readHypesAndFollows: typeof readHypesAndFollows
}

type ToggleConfiguration<Key> = {
  /** The pending actions of visitors who have to sign in first. */
  on: 'hype' | 'follow'
  off: 'unhype' | 'unfollow'
  createStore: (dependencies: PageDependencies<Key>) => TogglesStore<Key>
  /** The attribute that holds a button's key. */
  attribute: `data-${string}`
  toKey: (text: string) => Key | undefined
  countsOf: (key: Key) => string
  failureText: () => string
  onResume?: (key: Key | undefined) => void
  onToggled?: (key: Key) => Promise<void>
  /** Last step of the sheet for a guest whose sign-in switched it on. */
  describeDone: (key: Key, button: HTMLElement) => LastStep | Promise<LastStep>
}

const isMember = () => Boolean(readAccessToken())

function createSharedAnswers<Key extends string | number>(name: string) {
  const cache = createToggleCache<Key>(name, openStorage('localStorage'))

  /** Another tab was answered; or Back brings a page as it was left. */
  function keepCurrent(toggles: TogglesStore<Key>): void {
    addEventListener('storage', ({ key }) => {
      if (key === cache.key && isMember()) cache.sync(toggles.receive)
    })
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !isMember()) return
      cache.sync(toggles.receive)
      toggles.load().catch(() => undefined)
    })
  }

  return {
    recall: (key: Key) => (isMember() ? cache.recall(key) : undefined),
    onAnswer(key: Key, state: ToggleState) {
      cache.tell(key, state)
      dispatchEvent(new Event(`answered ${name}`))
    },
    keepCurrent,
  }
}

function showToggleState<Key>(
  { attribute, countsOf }: ToggleConfiguration<Key>,
  key: Key,
  { isOn, count }: ToggleState,
): void {
  const text = formatCount(count, document.documentElement.lang as Locale)
  for (const button of document.querySelectorAll(`[${attribute}="${key}"]`)) {
    button.ariaPressed = String(isOn)
  }
  for (const element of document.querySelectorAll<HTMLElement>(countsOf(key))) {
    if (element.textContent.trim() !== text) element.dataset.before = element.textContent.trim()
    element.textContent = text
  }
}

/** Its count rolls and its bolt fills, by the style sheet; those that the page opens with do not. */
function markAsPressed(attribute: string, key: string | number): void {
  for (const button of document.querySelectorAll(`[${attribute}="${key}"]`)) {
    button.toggleAttribute('data-toggled', true)
  }
}

async function resumePendingToggle<Key>(
  { on, off, attribute, toKey, onResume }: ToggleConfiguration<Key>,
  toggles: TogglesStore<Key>,
): Promise<void> {
  const switchedOn = toKey(takePendingAction(on) ?? '')
  const switchedOff = toKey(takePendingAction(off) ?? '')
  const hasPending = switchedOn !== undefined || switchedOff !== undefined
  if (!isMember()) return
  if (!hasPending && !document.querySelector(`[${attribute}]`)) return
  // Unmarked buttons still work: what is on already is set again harmlessly.
  await toggles.load().catch(() => undefined)
  onResume?.(switchedOn)
  for (const [key, isOn] of [[switchedOn, true] as const, [switchedOff, false] as const]) {
    if (key === undefined) continue
    // The list that the button was pressed in may show others by now.
    toggles.add(key, 0)
    await toggles.set(key, isOn)
  }
}

type GuestAction<Key> = Pick<ToggleConfiguration<Key>, 'on'> & {
  key: Key
  onSignedIn: () => Promise<LastStep | undefined>
}

/** A row says its start itself; with a day it has no hour. */
function findRowStart(button: HTMLElement): string | undefined {
  return button.closest<HTMLElement>('[data-start]:not([data-day])')?.dataset.start
}

function askGuestForEmail<Key>(
  { on, key, onSignedIn }: GuestAction<Key>,
  button: HTMLElement,
): Promise<void> {
  return askForEmailAddress({
    action: on,
    subject: String(key),
    name: button.querySelector('.visually-hidden')?.textContent ?? '',
    start: button.dataset.hypeAt ?? findRowStart(button),
    opener: button,
    onSignedIn,
  })
}

function loadAfterSignIn(toggles: { load: () => Promise<unknown> }): void {
  session.$isSignedIn.listen((isSignedIn) => {
    if (isSignedIn) toggles.load().catch(() => undefined)
  })
}

export function createToggleButtons<Key extends string | number>(
  configuration: ToggleConfiguration<Key>,
) {
  const { on, off, attribute, toKey, failureText } = configuration
  const { keepCurrent, ...answers } = createSharedAnswers<Key>(on)
  const toggles = configuration.createStore({
    api,
    readHypesAndFollows,
    onChange(key, state) {
      showToggleState(configuration, key, state)
      announceToggle(on, { key, isOn: state.isOn })
    },
    onFailure: (error) => showToggleFailure(failureText(), error),
    onEarned: showToggleRewards,
    ...answers,
  })

  function readKey(button: Element): Key | undefined {
    return toKey(button.getAttribute(attribute) ?? '')
  }

  function register(root: ParentNode): void {
    for (const button of root.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
      const key = readKey(button)
      if (key === undefined) continue
      toggles.add(key, Number(button.dataset.count), button.ariaPressed === 'true')
    }
  }

  async function performSignedIn(key: Key, button: HTMLElement): Promise<LastStep | undefined> {
    await toggles.load().catch(() => undefined)
    markAsPressed(attribute, key)
    await toggles.set(key, true)
    if (!toggles.isOn(key)) return undefined
    await configuration.onToggled?.(key)
    return configuration.describeDone(key, button)
  }

  loadAfterSignIn(toggles)
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>(`[${attribute}]`) : undefined
    const key = button ? readKey(button) : undefined
    if (!button || key === undefined) return
    register(button.parentElement ?? document)
    if (isMember()) {
      markAsPressed(attribute, key)
      void toggles.toggle(key).then(() => configuration.onToggled?.(key))
    } else {
      const action = { on, key, onSignedIn: () => performSignedIn(key, button) }
      askGuestForEmail(action, button).catch(() => signUpThenResume(on, String(key)))
    }
  })
  keepActionWhenSessionEnds(() => {
    const [pending] = toggles.sending()
    return pending && { name: pending.isOn ? on : off, subject: String(pending.key) }
  })
  keepCurrent(toggles)
  register(document)
  void resumePendingToggle(configuration, toggles)
  return { toggles, register, onAnswer: answers.onAnswer }
}
