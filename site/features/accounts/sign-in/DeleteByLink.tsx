import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createMailedLinkStore } from './mailed-link.store.ts'

type Props = { token: string; homeHref: string; requestHref: string }

/** Nothing is deleted by opening the link: mail programs open links by themselves. */
export function DeleteByLink({ token, homeHref, requestHref }: Props) {
  const { $state, follow } = useMemo(
    () => createMailedLinkStore(api, 'auth/delete_account', token),
    [token],
  )
  const state = useStore($state)
  const isHydrated = useIsHydrated()
  useEffect(() => {
    if (state === 'done') void session.logout()
  }, [state])

  if (state === 'done') {
    return (
      <div className="stack" role="status">
        <p className="notice notice-success">{m.my_data_deleted()}</p>
        <a className="button" href={homeHref}>
          {m.error_go_home()}
        </a>
      </div>
    )
  }
  if (state === 'refused') {
    return (
      <RefusedNotice text={m.error_staff_account()} href={homeHref} label={m.error_go_home()} />
    )
  }
  if (state === 'expired') {
    const text = m.error_bad_verification_token()
    return <RefusedNotice text={text} href={requestHref} label={m.deletion_new_link()} />
  }
  return (
    <form
      method="post"
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void follow()
      }}
    >
      <p>{m.my_data_delete_text()}</p>
      <p>{m.my_data_delete_lost()}</p>
      <p>{m.my_data_delete_kept()}</p>
      <div className="form-failure" role="alert">
        {state === 'failed' && <p className="notice notice-error">{m.unexpected_error()}</p>}
      </div>
      <Button
        label={m.my_data_delete_now()}
        type="submit"
        look="danger"
        disabled={!isHydrated || state === 'working'}
        aria-busy={state === 'working'}
      />
      <a className="button" href={homeHref}>
        {m.deletion_keep()}
      </a>
    </form>
  )
}

type RefusedNoticeProps = { text: string; href: string; label: string }

function RefusedNotice({ text, href, label }: RefusedNoticeProps) {
  return (
    <div className="stack">
      <p className="notice notice-error" role="alert">
        {text}
      </p>
      <a className="button" href={href}>
        {label}
      </a>
    </div>
  )
}
