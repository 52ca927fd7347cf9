import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'

export function Failure({ text }: { text: string }) {
  return (
    <div className="form-failure" role="alert">
      {text && <p className="notice notice-error">{text}</p>}
    </div>
  )
}

type Props = { text: string; isBusy?: boolean; onRetry: () => void }

export function TryAgain({ text, isBusy = false, onRetry }: Props) {
  if (!text) return null
  return (
    <div className="notice notice-error" role="alert">
      <p>{text}</p>
      <Button label={m.try_again()} isSmall disabled={isBusy} onClick={onRetry} />
    </div>
  )
}
