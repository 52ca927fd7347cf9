import { html, type Html } from '#site/ui/html.ts'
import { gameCard } from './game-card.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { GameSummary } from '#worker/features/directory/games/contract.ts'

export function gameStrip(page: PageContext, games: GameSummary[]): Html {
  return html`<ul class="game-cards game-strip">
    ${games.map((game) => gameCard(page, { game }))}
  </ul>`
}
