import { useStore } from '@nanostores/react'
import { TryAgain } from '#site/islands/forms/TryAgain.tsx'
import { m } from '#site/lib/messages.ts'
import { Notices } from './Notices.tsx'
import type { PromiseStore } from './promise.store.ts'

type Props = { store: PromiseStore; isPast: boolean }

export function PromisePanel({ store, isPast }: Props) {
  const { hyped, failure, isLoading } = useStore(store.$promised)
  if (hyped) return <Notices hyped={hyped} />
  if (failure) {
    return <TryAgain text={failure} isBusy={isLoading} onRetry={() => void store.load()} />
  }
  // A hype may be younger than an answer that said nothing of it.
  if (isLoading) return <p className="skeleton" aria-hidden="true" />
  return <p className="quiet">{isPast ? m.promise_not_hyped_past() : m.promise_not_hyped()}</p>
}
