import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { OriginalEvent } from '#worker/features/moderation/proposals/contract.ts'

export function OriginalLink({ original }: { original: OriginalEvent | null | undefined }) {
  if (!original) return null
  const { name, slug } = original
  if (name === null) return m.propose_similar_waiting()
  return slug === null ? (
    <b>{name}</b>
  ) : (
    <a href={paths.event(getLocale(), slug)} target="_blank" rel="noopener">
      {name}
    </a>
  )
}
