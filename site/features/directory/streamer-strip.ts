import { html, type Html } from '#site/ui/html.ts'
import { streamerCard } from './streamer-card.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'

export function streamerStrip(page: PageContext, streamers: StreamerSummary[]): Html {
  return html`<ul class="streamer-cards streamer-strip">
    ${streamers.map((streamer) => streamerCard(page, { streamer }))}
  </ul>`
}
