import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { shareAccountStore } from '#site/features/accounts/profile/section-stores.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { MailProblemReason, MailProblemView } from '#worker/features/notifications/contract.ts'

const texts: Record<MailProblemReason, () => string> = {
  bounce: m.mail_problem_bounce_text,
  complaint: m.mail_problem_complaint_text,
}

type Props = { settings: SettingsView; problem: MailProblemView }

/** What happened to mails for the member, since when, and how they come again. */
export function MailProblem({ settings, problem: { reason, at } }: Props) {
  const [account] = useState(() => shareAccountStore(settings))
  const isBusy = useStore(account.$isBusy)
  const isHydrated = useIsHydrated()
  return (
    <div className="notice">
      <p>
        {texts[reason]()} {m.mail_problem_since()} <LocalTime at={at} as="date" />
      </p>
      <Button
        label={m.mail_problem_confirm()}
        isSmall
        disabled={isBusy || !isHydrated}
        onClick={() => void account.resendVerification()}
      />
    </div>
  )
}
