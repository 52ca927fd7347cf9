import { m } from '#site/lib/messages.ts'

type Props = { text: string; isBusy?: boolean; onRetry: () => void }

/** Why something is not there, and Try again. */
export function TryAgain({ text, isBusy = false, onRetry }: Props) {
  if (!text) return null
  return (
    <div className="notice notice-error" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-small" disabled={isBusy} onClick={onRetry}>
        {m.try_again()}
      </button>
    </div>
  )
}
