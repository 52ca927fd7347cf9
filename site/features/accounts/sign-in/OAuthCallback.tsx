import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { providerNames } from '#site/features/accounts/profile/sign-in.store.ts'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import {
  redirectToOAuthProvider,
  readPendingOAuth,
  type PendingOAuth,
} from '#site/lib/session/authorize.ts'
import {
  createProviderConnectionStore,
  type ProviderConnectionState,
  type ProviderConnectionError,
} from './provider-connection.store.ts'
import { continueAfterSignIn } from './continuation.ts'
import { safeNextPath, addNextParameter } from '#site/lib/session/return-url.ts'
import { readPathLocale } from '#site/lib/paths.ts'

const faults: Record<ProviderConnectionError, () => string> = {
  no_code: m.oauth_no_code,
  no_data: m.oauth_no_data,
  refused: m.oauth_refused,
  unreachable: m.oauth_unreachable,
}

type Props = {
  provider: OAuthProvider
  homeHref: string
  profileHref: string
  loginHref: string
  /** Login that leads to where accounts are connected. */
  linkHref: string
}

export function OAuthCallback({ provider, ...hrefs }: Props) {
  const { homeHref, profileHref } = hrefs
  const [{ $connection, connect }] = useState(() => createConnectionStore(provider))
  const connection = useStore($connection)
  useEffect(() => {
    const address = findLocalizedAddress(provider)
    if (address) {
      location.replace(address)
      return
    }
    // The code works once: neither history nor a reload needs it.
    history.replaceState(history.state, '', location.pathname)
    void connect()
  }, [connect, provider])
  useEffect(() => {
    if (connection.phase !== 'connected') return
    const home = connection.outcome === 'linked' ? profileHref : homeHref
    void continueAfterSignIn(safeNextPath(connection.next) ?? home)
  }, [connection, homeHref, profileHref])

  if (connection.phase !== 'failed') {
    return (
      <p role="status" data-task="">
        {m.oauth_connecting({ provider: providerNames[provider] })}
      </p>
    )
  }
  return <FailedConnection {...{ connection, ...hrefs }} provider={provider} />
}

type FailedConnectionProps = Props & {
  connection: Extract<ProviderConnectionState, { phase: 'failed' }>
}

function FailedConnection({ connection, provider, ...hrefs }: FailedConnectionProps) {
  const { homeHref, profileHref, loginHref, linkHref } = hrefs
  const isSignedIn = useStore(session.$isSignedIn)
  const { fault, reason, mustLogIn } = connection
  const pending = readPendingOAuth(provider)
  const isConnecting = pending !== undefined && pending.intent !== 'login'
  const isLoginFirst = mustLogIn || isConnecting
  const onward = isConnecting ? linkHref : createLoginHref(pending, hrefs)
  const login = <LogInLink href={isLoginFirst ? onward : loginHref} isFirst={isLoginFirst} />
  return (
    <div className="stack" data-task="">
      <FailureNotice fault={fault} reason={reason} />
      {isSignedIn ? (
        <>
          {pending && <TryAgainButton pending={pending} isFirst />}
          <ContinueLink pending={pending} profileHref={profileHref} />
        </>
      ) : (
        <>
          {isLoginFirst && login}
          {/* An unknown person would sign up instead of connecting. */}
          {!isConnecting && (
            <TryAgainButton
              pending={pending ?? { provider, intent: 'login', next: homeHref }}
              isFirst={!mustLogIn}
            />
          )}
          {!isLoginFirst && login}
        </>
      )}
    </div>
  )
}

function createLoginHref(
  pending: PendingOAuth | undefined,
  { homeHref, loginHref, linkHref }: Pick<Props, 'homeHref' | 'loginHref' | 'linkHref'>,
): string {
  const requestedPath = safeNextPath(pending?.next)
  return requestedPath && requestedPath !== homeHref
    ? addNextParameter(loginHref, requestedPath)
    : linkHref
}

function ContinueLink({
  pending,
  profileHref,
}: {
  pending: PendingOAuth | undefined
  profileHref: string
}) {
  const backHref = pending?.intent === 'follows' ? safeNextPath(pending.next) : undefined
  return (
    <a className={pending ? 'button' : 'button button-primary'} href={backHref ?? profileHref}>
      {backHref ? m.follow_import_leave() : m.verify_to_profile()}
    </a>
  )
}

function FailureNotice({ fault, reason }: { fault: ProviderConnectionError; reason: string }) {
  return (
    <div className="notice notice-error" role="alert">
      <p>{reason ? <b>{faults[fault]()}</b> : faults[fault]()}</p>
      {reason && <p>{reason}</p>}
    </div>
  )
}

function LogInLink({ href, isFirst }: { href: string; isFirst: boolean }) {
  return (
    <a className={isFirst ? 'button button-primary' : 'button'} href={href}>
      {m.login_submit()}
    </a>
  )
}

/** Providers know the English address alone: others go on in the language they left from. */
function findLocalizedAddress(provider: OAuthProvider): string | undefined {
  const { pathname, search } = location
  const locale = readPathLocale(readPendingOAuth(provider)?.next ?? '')
  const isEnglish = locale === 'en' || !pathname.startsWith('/auth/')
  return isEnglish ? undefined : `/${locale}${pathname}${search}`
}

function createConnectionStore(provider: OAuthProvider) {
  const address = typeof location === 'undefined' ? '' : location.search
  const answer = new URLSearchParams(address)
  return createProviderConnectionStore({ api, provider, answer, settle: session.settle })
}

function TryAgainButton({ pending, isFirst }: { pending: PendingOAuth; isFirst: boolean }) {
  const { isBusy, failure, attempt } = useAttempt(m.oauth_unreachable)
  return (
    <>
      <Failure text={failure} />
      <button
        type="button"
        className={isFirst ? 'button button-primary' : 'button'}
        disabled={isBusy}
        onClick={() => void attempt(() => redirectToOAuthProvider(pending))}
      >
        {m.try_again()}
      </button>
    </>
  )
}
