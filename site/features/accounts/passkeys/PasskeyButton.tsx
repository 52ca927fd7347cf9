import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { isPasskeySupported } from '#site/lib/session/passkey.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'

type Props = {
  label: string
  isPrimary?: boolean
  onUse: () => Promise<void>
}

export function PasskeyButton({ label, isPrimary = false, onUse }: Props) {
  const isHydrated = useIsHydrated()
  const { isBusy: isWaiting, failure, attempt } = useAttempt(m.passkey_cancelled)
  if (isHydrated && !isPasskeySupported()) return null
  return (
    <>
      {failure && <Failure text={failure} />}
      <button
        type="button"
        className={`button button-wide ${isPrimary ? 'button-primary' : ''}`}
        disabled={!isHydrated || isWaiting}
        onClick={() => void attempt(onUse)}
      >
        {isWaiting ? m.passkey_waiting() : label}
      </button>
    </>
  )
}
