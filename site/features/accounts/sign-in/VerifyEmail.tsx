import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { EmailVerification } from '#worker/features/accounts/contract.ts'
import { continueSignup } from './continuation.ts'
import { createMailedLinkStore } from './mailed-link.store.ts'

type Hrefs = { loginHref: string; homeHref: string; profileHref: string }
type Props = Hrefs & {
  token: string
  /** Absent when the link is invalid or has expired. */
  verification: EmailVerification | undefined
}

type MailedLinkStore = ReturnType<typeof createMailedLinkStore>

/** Opening confirms nothing: mail programs open links, and so may whom a stranger signed up. */
export function VerifyEmail({ token, verification, ...hrefs }: Props) {
  const [confirming] = useState(() => createMailedLinkStore(api, 'auth/verify_email', token))
  const [disowning] = useState(() => createMailedLinkStore(api, 'auth/verify_email/disown', token))
  const state = useStore(confirming.$state)
  const disowned = useStore(disowning.$state)
  const [isContinuing, setIsContinuing] = useState(false)

  /** The browser that signed up is signed in by this alone. */
  async function confirm(): Promise<void> {
    setIsContinuing(!session.$isSignedIn.get())
    await confirming.follow()
    const isNew = confirming.$state.get() === 'done' && !session.$isSignedIn.get()
    const outcome = isNew ? await continueSignup(hrefs.homeHref) : 'unknown'
    if (outcome !== 'signed_in') setIsContinuing(false)
  }

  if (state === 'missing') return <InvalidLinkNotice text={m.verify_token_missing()} {...hrefs} />
  if (!verification || state === 'expired' || disowned === 'expired') {
    return <InvalidLinkNotice text={m.verify_expired()} {...hrefs} />
  }
  if (verification.isDone || (state === 'done' && !isContinuing))
    return <VerifiedNotice {...hrefs} />
  if (disowned === 'done') return <DisownedNotice {...hrefs} />
  return (
    <ConfirmationForm
      username={verification.username}
      onConfirm={confirm}
      {...{ confirming, disowning }}
    />
  )
}

type ConfirmationFormProps = {
  username: string
  confirming: MailedLinkStore
  disowning: MailedLinkStore
  onConfirm: () => Promise<void>
}

function ConfirmationForm({ username, confirming, disowning, onConfirm }: ConfirmationFormProps) {
  const state = useStore(confirming.$state)
  const disowned = useStore(disowning.$state)
  const isHydrated = useIsHydrated()
  const isConfirming = state === 'working' || state === 'done'
  const isWorking = isConfirming || disowned === 'working'
  const hasFailed = state === 'failed' || disowned === 'failed'
  return (
    <form
      method="post"
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void onConfirm()
      }}
    >
      <p>{m.verify_question({ username })}</p>
      <div className="form-failure" role="alert">
        {hasFailed && <p className="notice notice-error">{m.unexpected_error()}</p>}
      </div>
      <SubmitButton isBusy={!isHydrated || isWorking} isSending={isConfirming}>
        {state === 'done'
          ? m.verify_signing_in()
          : isConfirming
            ? m.verify_checking()
            : m.verify_button()}
      </SubmitButton>
      <Button
        label={m.verify_not_me()}
        disabled={!isHydrated || isWorking}
        aria-describedby="verify-not-me"
        onClick={() => void disowning.follow()}
      />
      <p className="quiet" id="verify-not-me">
        {m.verify_not_me_hint()}
      </p>
    </form>
  )
}

function VerifiedNotice({ loginHref, homeHref }: Hrefs) {
  const isSignedIn = useStore(session.$isSignedIn)
  return (
    <div className="stack" role="status">
      <p className="notice notice-success">{m.verify_done()}</p>
      <a className="button button-primary" href={isSignedIn ? homeHref : loginHref}>
        {isSignedIn ? m.error_go_home() : m.login_submit()}
      </a>
    </div>
  )
}

function DisownedNotice({ homeHref }: Hrefs) {
  return (
    <div className="stack" role="status">
      <p className="notice notice-success">{m.verify_disowned()}</p>
      <a className="button" href={homeHref}>
        {m.error_go_home()}
      </a>
    </div>
  )
}

function InvalidLinkNotice({ text, loginHref, profileHref }: Hrefs & { text: string }) {
  const isSignedIn = useStore(session.$isSignedIn)
  return (
    <div className="stack">
      <p className="notice notice-error" role="alert">
        {text}
      </p>
      <p className="quiet">{m.verify_expired_hint()}</p>
      <a className="button" href={isSignedIn ? profileHref : loginHref}>
        {isSignedIn ? m.verify_to_profile() : m.login_submit()}
      </a>
    </div>
  )
}
