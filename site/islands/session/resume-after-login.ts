import { proposeParameter } from '#site/islands/propose/return-url.ts'
import { onSession } from '#site/lib/session-events.ts'
import { paths } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contract.ts'
import type { PendingAction, Resume } from '#worker/features/accounts/contract.ts'

type Name = PendingAction['name']

/** An address alone asks for nothing: anybody may have written the link that leads to it. */
const storage = storageOf('sessionStorage')
const key = 'pending_action'

function remember({ name, subject }: PendingAction): void {
  storage.setItem(key, `${name} ${subject}`)
}

function isRemembered({ name, subject }: PendingAction): boolean {
  return storage.getItem(key) === `${name} ${subject}`
}

/** The page where an action goes on, with the action in its address; this tab may perform it. */
export function resumeAddress({ return_path, action }: Resume): string {
  const address = new URL(return_path, location.origin)
  if (action) {
    address.searchParams.set(action.name, action.subject)
    remember(action)
  }
  return address.pathname + address.search + address.hash
}

/** To sign-up, and from there or from login back to this page, where the action is performed. */
export function signUpThen(name: Name, subject: string): void {
  const { pathname, search } = location
  const here = resumeAddress({ return_path: pathname + search, action: { name, subject } })
  location.assign(paths.signup(document.documentElement.lang as Locale, here))
}

/** The same for an action that finds the session ended: login comes by itself then. */
export function resumeAfterLogin(pending: () => PendingAction | undefined): void {
  onSession('ended', () => {
    const action = pending()
    if (!action) return
    const { pathname, search } = location
    history.replaceState(
      history.state,
      '',
      resumeAddress({ return_path: pathname + search, action }),
    )
  })
}

const names: readonly Name[] = ['hype', 'unhype', 'follow', 'unfollow', 'calendar']

/** What this tab asked for, and where: for a server that keeps it until the address is verified. */
export function resumeFrom(next: string): Resume {
  const address = new URL(next, location.origin)
  const asked = names
    .map((name) => ({ name, subject: address.searchParams.get(name) ?? '' }))
    .find(isRemembered)
  for (const name of names) address.searchParams.delete(name)
  return { return_path: address.pathname + address.search, action: asked ?? null }
}

/** The page alone, for a tab whose action the server keeps and another may perform. */
export function withoutAction(next: string): string {
  const address = new URL(next, location.origin)
  for (const name of [...names, proposeParameter]) address.searchParams.delete(name)
  return address.pathname + address.search
}

/** Kept by the server from here on. */
export function forgetPendingAction(): void {
  storage.removeItem(key)
}

/** What this person asked for before signing in; answered once, so that reloading asks nothing. */
export function takePendingAction(name: Name): string | undefined {
  const here = new URL(location.href)
  const subject = here.searchParams.get(name)
  if (!subject) return undefined
  here.searchParams.delete(name)
  history.replaceState(history.state, '', here)
  const isAsked = isRemembered({ name, subject })
  if (isAsked) forgetPendingAction()
  return isAsked ? subject : undefined
}
