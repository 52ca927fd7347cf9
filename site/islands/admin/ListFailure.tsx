import { m } from '#site/lib/messages.ts'

type Props = { text: string; onRetry: () => void }

/** Why a list is not there, and Try again. */
export function ListFailure({ text, onRetry }: Props) {
  if (!text) return null
  return (
    <div className="notice notice-error" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-small" onClick={onRetry}>
        {m.try_again()}
      </button>
    </div>
  )
}
