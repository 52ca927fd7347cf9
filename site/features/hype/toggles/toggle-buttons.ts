import { askForEmailAddress } from '#site/features/hype/email-sheet/open.ts'
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
  onToggled?: (button: HTMLElement) => Promise<void>
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
  for (const element of document.querySelectorAll(countsOf(key))) element.textContent = text
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

/** A button that a sign-in switched on ignores presses so long: Enter may follow the code late. */
const afterSignInMs = 1000

type GuestAction<Key> = Pick<ToggleConfiguration<Key>, 'on'> & { key: Key; onSignedIn: () => void }

function askGuestForEmail<Key>(
  { on, key, onSignedIn }: GuestAction<Key>,
  button: HTMLElement,
): Promise<void> {
  return askForEmailAddress({
    action: on,
    subject: String(key),
    name: button.querySelector('.visually-hidden')?.textContent ?? '',
    start: button.dataset.hypeAt,
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
  const settling = new Set<Key>()
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

  /** The next offer waits for the last late press too. */
  async function performSignedIn(key: Key, button: HTMLElement): Promise<void> {
    settling.add(key)
    await toggles.load().catch(() => undefined)
    configuration.onResume?.(key)
    const isSet = toggles.set(key, true)
    await new Promise((resolve) => setTimeout(resolve, afterSignInMs))
    settling.delete(key)
    await isSet
    await configuration.onToggled?.(button)
  }

  loadAfterSignIn(toggles)
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>(`[${attribute}]`) : undefined
    const key = button ? readKey(button) : undefined
    if (!button || key === undefined || settling.has(key)) return
    register(button.parentElement ?? document)
    if (isMember()) void toggles.toggle(key).then(() => configuration.onToggled?.(button))
    else {
      const action = { on, key, onSignedIn: () => void performSignedIn(key, button) }
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
