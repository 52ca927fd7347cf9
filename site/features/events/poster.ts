import { picture } from '#site/ui/picture.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { Html } from '#site/ui/html.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type PosterProps = {
  event: EventRowFields
  class?: string
  width?: number
  height?: number
  eager?: boolean
}

/** Beside the name, so the picture itself has nothing to say. */
export function poster(props: PosterProps): Html {
  const { event, class: name, width = 640, height = 360, eager = false } = props
  return picture({
    class: name ? `poster ${name}` : 'poster',
    path: event.thumbnail_path,
    drawn: eventPosterPath(event),
    width,
    height,
    loading: eager ? undefined : 'lazy',
    fetchpriority: eager ? 'high' : undefined,
  })
}
