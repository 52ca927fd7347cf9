import { useStore } from '@nanostores/react'
import { m } from '#site/lib/messages.ts'
import { Notices } from './Notices.tsx'
import type { PromiseStore } from './promise.store.ts'

type Props = { store: PromiseStore; isPast: boolean }

export function PromisePanel({ store, isPast }: Props) {
  const { hyped, failure, isLoading } = useStore(store.$promise)
  if (hyped) return <Notices hyped={hyped} />
  // A hype may be younger than an answer that said nothing of it.
  if (isLoading && !failure) return <p className="skeleton" aria-hidden="true" />
  if (!failure) {
    return <p className="quiet">{isPast ? m.promise_not_hyped_past() : m.promise_not_hyped()}</p>
  }
  return (
    <div className="notice notice-error">
      <p>{failure}</p>
      <button
        type="button"
        className="button button-small"
        disabled={isLoading}
        onClick={() => void store.load()}
      >
        {m.try_again()}
      </button>
    </div>
  )
}
