import '#site/features/directory/catalogue.css'
import { formatCount } from '#site/lib/format.ts'
import { gameName } from '#site/lib/game-name.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { namedPicture } from '#site/ui/lettered.ts'
import { gamePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { followButton } from './follow-button.ts'
import { nextDate } from './next-date.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { GameSummary } from '#worker/features/directory/games/contract.ts'

type GameCardProps = { game: GameSummary; heading?: 'h2' | 'h3'; name?: Html }

export function gameCard(page: PageContext, props: GameCardProps): Html {
  const { game, heading = 'h3', name } = props
  const { id, followers, next } = game
  return html`<li class="game-card">
    ${cover(game)}
    <div class="game-what">
      <${heading} class="card-name">
        <a class="whole-link" href="${paths.game(page.locale, game.slug)}"> ${name ?? gameName(game)} </a>
      </${heading}>
      <p class="card-note"> ${formatUpcomingCount(page, game)} </p>
      ${next && html`<p class="card-next">${nextDate(page, next)}</p>`}
      ${followButton(page, { kind: 'game', id, name: gameName(game), followers, size: 'small' })}
    </div>
  </li>`
}

function cover(game: GameSummary): Html {
  return namedPicture({
    kind: 'spine',
    text: gameName(game),
    class: 'game-cover',
    path: game.thumbnail_path,
    drawn: gamePicturePath(game.id),
    width: 300,
    height: 400,
    loading: 'lazy',
  })
}

function formatUpcomingCount(
  { locale }: PageContext,
  { upcoming_events: count }: GameSummary,
): string {
  if (count === 0) return m.catalogue_none_coming()
  return m.catalogue_coming({ count, shown: formatCount(count, locale) })
}
