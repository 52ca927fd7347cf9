import '#site/features/directory/catalogue.css'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { streamerAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { followButton } from './follow-button.ts'
import { nextDate } from './next-date.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'

type StreamerCardProps = { streamer: StreamerSummary; heading?: 'h2' | 'h3'; name?: Html }

export function streamerCard(page: PageContext, props: StreamerCardProps): Html {
  const { streamer, heading = 'h3', name } = props
  const { id, display_name: displayName, followers, next } = streamer
  const platforms = [...new Set(streamer.accounts.map(({ platform }) => platform))]
  return html`<li class="streamer-card">
    ${face(streamer)}
    <div class="streamer-what">
      <${heading} class="card-name">
        <a class="whole-link" href="${paths.streamer(page.locale, id)}"> ${name ?? displayName} </a>
      </${heading}>
      <p class="card-note"> ${platforms.map(platformName)} ${audienceSize(page, streamer)} </p>
      ${next && html`<p class="card-next">${nextDate(page, next)}</p>`}
    </div>
    ${followButton(page, { kind: 'streamer', id, name: displayName, followers, size: 'small' })}
  </li>`
}

function face(streamer: StreamerSummary): Html {
  return picture({
    class: 'avatar streamer-face',
    path: streamer.avatar_path,
    drawn: streamerAvatarPath(streamer),
    width: 96,
    height: 96,
    loading: 'lazy',
  })
}

function audienceSize(
  { locale }: PageContext,
  { platform_followers: count }: StreamerSummary,
): Html | undefined {
  if (count === null) return undefined
  const formattedCount = formatCount(count, locale)
  return html`<span> ${m.catalogue_audience({ count, shown: formattedCount })} </span>`
}
