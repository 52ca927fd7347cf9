import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { session } from '#site/islands/session/session.store.ts'
import { createMailedLink } from './mailed-link.store.ts'

type Props = { token: string; loginHref: string; homeHref: string; profileHref: string }

export function VerifyEmail({ token, loginHref, homeHref, profileHref }: Props) {
  const { $state, follow } = useMemo(
    () => createMailedLink(api, 'auth/verify_email', token),
    [token],
  )
  const state = useStore($state)
  const isSignedIn = useStore(session.$isSignedIn)
  useEffect(() => void follow(), [follow])

  if (state === 'done') {
    return (
      <div className="stack" role="status">
        <p className="notice notice-success">{m.verify_done()}</p>
        <a className="button button-primary" href={isSignedIn ? homeHref : loginHref}>
          {isSignedIn ? m.go_home() : m.login_submit()}
        </a>
      </div>
    )
  }
  if (state === 'missing' || state === 'expired') {
    return (
      <div className="stack">
        <p className="notice notice-error" role="alert">
          {state === 'missing' ? m.verify_token_missing() : m.verify_expired()}
        </p>
        <p className="quiet">{m.verify_expired_hint()}</p>
        <a className="button" href={isSignedIn ? profileHref : loginHref}>
          {isSignedIn ? m.verify_to_profile() : m.login_submit()}
        </a>
      </div>
    )
  }
  return (
    <div className="stack">
      <div aria-live="polite">
        {state === 'failed' ? (
          <p className="notice notice-error">{m.unexpected_error()}</p>
        ) : (
          <p>{m.verify_checking()}</p>
        )}
      </div>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void follow()
        }}
      >
        <button type="submit" className="button button-primary" disabled={state !== 'failed'}>
          {m.verify_button()}
        </button>
      </form>
    </div>
  )
}
