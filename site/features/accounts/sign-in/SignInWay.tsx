import { useEffect, useState, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { CodeSignIn } from './CodeSignIn.tsx'
import { signInCode } from '#site/lib/session/sign-in-code.ts'

type Offer = (email: string) => void
type Props = {
  next: string
  /** The form with a password; it offers the other way, with the address that it has. */
  children: (offer: Offer) => ReactNode
}

/** With a password or with a mailed code; a tab that waits for its code goes on with that. */
export function SignInWay({ next, children }: Props) {
  const [email, setEmail] = useState<string>()
  useEffect(() => {
    signInCode.recall()
    const sent = signInCode.$sent.get()
    if (sent) setEmail(sent.email)
  }, [])
  if (email === undefined) return children(setEmail)
  return (
    <CodeSignIn
      next={next}
      email={email}
      onPassword={() => {
        signInCode.forget()
        setEmail(undefined)
      }}
    />
  )
}

type OfferProps = { offer: Offer; typed: () => string | undefined }

export function CodeOffer({ offer, typed }: OfferProps) {
  const isHydrated = useIsHydrated()
  return (
    <>
      <p className="divider quiet">{m.login_or()}</p>
      <button
        type="button"
        className="button button-wide"
        disabled={!isHydrated}
        onClick={() => {
          const text = typed() ?? ''
          offer(text.includes('@') ? text : '')
        }}
      >
        {m.code_offer()}
      </button>
    </>
  )
}
