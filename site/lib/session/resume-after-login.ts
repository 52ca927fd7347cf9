import { proposeParameter, reportParameter } from '#site/lib/session/return-url.ts'
import { onSessionEvent } from '#site/lib/session/session-events.ts'
import { paths } from '#site/lib/paths.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pendingActionKey } from '#site/lib/storage-keys.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { PendingAction, ResumePoint } from '#worker/features/accounts/contract.ts'

type PendingActionName = PendingAction['name']

/** The address alone is no authority: anybody may have written the link. */
const storage = openStorage('sessionStorage')

function rememberPendingAction({ name, subject }: PendingAction): void {
  storage.setItem(pendingActionKey, `${name} ${subject}`)
}

function isRememberedAction({ name, subject }: PendingAction): boolean {
  return storage.getItem(pendingActionKey) === `${name} ${subject}`
}

export function createResumeUrl({ return_path, action }: ResumePoint): string {
  const address = new URL(return_path, location.origin)
  if (action) {
    address.searchParams.set(action.name, action.subject)
    rememberPendingAction(action)
  }
  return address.pathname + address.search + address.hash
}

export function signUpThenResume(name: PendingActionName, subject: string): void {
  const { pathname, search } = location
  const here = createResumeUrl({ return_path: pathname + search, action: { name, subject } })
  location.assign(paths.signup(document.documentElement.lang as Locale, here))
}

export function keepActionWhenSessionEnds(pending: () => PendingAction | undefined): void {
  onSessionEvent('ended', () => {
    const action = pending()
    if (!action) return
    const { pathname, search } = location
    history.replaceState(
      history.state,
      '',
      createResumeUrl({ return_path: pathname + search, action }),
    )
  })
}

const names: readonly PendingActionName[] = [
  'hype',
  'unhype',
  'hype_all',
  'follow',
  'unfollow',
  'calendar',
]

/** The server stores it until the address is verified. */
export function parseResumePoint(next: string): ResumePoint {
  const address = new URL(next, location.origin)
  const pendingAction = names
    .map((name) => ({ name, subject: address.searchParams.get(name) ?? '' }))
    .find(isRememberedAction)
  for (const name of names) address.searchParams.delete(name)
  return { return_path: address.pathname + address.search, action: pendingAction ?? null }
}

let isAfterSignIn = false

export function markPendingActionPerformed(): void {
  isAfterSignIn = true
}

/** Offers to newcomers then wait for their next page. */
export function hasPerformedPendingAction(): boolean {
  return isAfterSignIn
}

/** The server stores the action, and another tab may perform it. */
export function stripPendingAction(next: string): string {
  const address = new URL(next, location.origin)
  for (const name of [...names, proposeParameter, reportParameter])
    address.searchParams.delete(name)
  return address.pathname + address.search
}

export function clearPendingAction(): void {
  storage.removeItem(pendingActionKey)
}

/** Returned once, so that a reload does not repeat it. */
export function takePendingAction(name: PendingActionName): string | undefined {
  const here = new URL(location.href)
  const subject = here.searchParams.get(name)
  if (!subject) return undefined
  here.searchParams.delete(name)
  history.replaceState(history.state, '', here)
  const isAsked = isRememberedAction({ name, subject })
  if (!isAsked) return undefined
  clearPendingAction()
  markPendingActionPerformed()
  return subject
}
