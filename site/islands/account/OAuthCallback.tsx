import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { providerNames } from '#site/islands/profile/sign-in.store.ts'
import { session } from '#site/islands/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { OAuthProvider } from '#worker/features/identities/contract.ts'
import { authorize, lastNext } from './authorize.ts'
import { createConnection, type ConnectFault } from './connect.store.ts'
import { enter } from './enter.ts'
import { safeNext } from './next-path.ts'

const faults: Record<ConnectFault, () => string> = {
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

export function OAuthCallback({ provider, homeHref, profileHref, loginHref, linkHref }: Props) {
  const [{ $connection, connect }] = useState(() => connectionOf(provider))
  const connection = useStore($connection)
  const isSignedIn = useStore(session.$isSignedIn)
  useEffect(() => {
    // The code works once: neither history nor a reload needs it.
    history.replaceState(history.state, '', location.pathname)
    void connect()
  }, [connect])
  useEffect(() => {
    if (connection.phase !== 'connected') return
    const home = connection.outcome === 'linked' ? profileHref : homeHref
    enter(safeNext(connection.next) ?? home)
  }, [connection, homeHref, profileHref])

  if (connection.phase !== 'failed') {
    return <p role="status">{m.oauth_connecting({ provider: providerNames[provider] })}</p>
  }
  const { fault, reason, mustLogIn } = connection
  return (
    <div className="stack">
      <div className="notice notice-error" role="alert">
        <p>{faults[fault]()}</p>
        {reason && <p>{reason}</p>}
      </div>
      {isSignedIn ? (
        // Where they had set out to connect.
        <a className="button button-primary" href={profileHref}>
          {m.try_again()}
        </a>
      ) : (
        <>
          <TryAgain provider={provider} homeHref={homeHref} isFirst={!mustLogIn} />
          <a
            className={mustLogIn ? 'button button-primary' : 'button'}
            href={mustLogIn ? linkHref : loginHref}
          >
            {m.login_submit()}
          </a>
        </>
      )}
    </div>
  )
}

function connectionOf(provider: OAuthProvider) {
  const address = typeof location === 'undefined' ? '' : location.search
  const answer = new URLSearchParams(address)
  return createConnection({ api, provider, answer, settle: session.settle })
}

type TryProps = { provider: OAuthProvider; homeHref: string; isFirst: boolean }

function TryAgain({ provider, homeHref, isFirst }: TryProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function tryAgain(): Promise<void> {
    setIsBusy(true)
    setFailure('')
    await authorize(provider, lastNext() ?? homeHref).catch((error: unknown) => {
      setFailure(failureText(error, m.oauth_unreachable))
    })
    setIsBusy(false)
  }
  return (
    <>
      <Failure text={failure} />
      <button
        type="button"
        className={isFirst ? 'button button-primary' : 'button'}
        disabled={isBusy}
        onClick={() => void tryAgain()}
      >
        {m.try_again()}
      </button>
    </>
  )
}
