import '#site/features/directory/follows/follow.css'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'

type FollowButtonProps = {
  kind: 'streamer' | 'game' | 'group'
  id: number
  name: string
  /** Undefined where it is not told. */
  followers?: number
  size?: 'small' | 'medium' | 'large'
  /** The server knows it on the member's own pages only. */
  isFollowed?: boolean
}

/** `follow.ts` handles the clicks. */
export function followButton({ locale }: PageContext, props: FollowButtonProps): Html {
  const { kind, id, name, followers, size = 'medium', isFollowed = false } = props
  return html`<button
    type="button"
    class="follow follow-${size}"
    data-follow="${kind}-${id}"
    data-count="${followers ?? 1}"
    aria-pressed="${String(isFollowed)}"
  >
    <span class="follow-off">${m.follow_off()}</span>
    <span class="follow-on">${m.follow_on()}</span>
    <span class="visually-hidden">${name}</span>
    ${
      size !== 'large' &&
      followers !== undefined &&
      html`<span class="follow-count figures" data-follow-count>
        ${formatCount(followers, locale)}
      </span>`
    }
  </button>`
}
