import { useEffect } from 'react'
import { m } from '#site/lib/messages.ts'
import type { FollowKey } from './follow.store.ts'

type Props = { subject: FollowKey; name: string }

/** Of something that is followed. The page's script owns its state, so React does not update it. */
export function FollowButton({ subject, name }: Props) {
  return (
    <button
      type="button"
      className="follow follow-small"
      data-follow={subject}
      data-count={1}
      aria-pressed="true"
      suppressHydrationWarning
    >
      <span className="follow-off">{m.follow_off()}</span>
      <span className="follow-on">{m.follow_on()}</span>
      <span className="visually-hidden">{name}</span>
    </button>
  )
}

/** Ties the buttons to the page's script, which works in a browser only. */
export function useFollowButtons(shown: unknown): void {
  useEffect(() => {
    // Unregistered buttons register when they are pressed.
    import('./follow.ts')
      .then(({ registerFollowButtons }) => registerFollowButtons(document))
      .catch(() => undefined)
  }, [shown])
}
