import type { Write } from '#tests/support/tables/panel-writes.ts'

type Panel = { game: () => Promise<number[]>; fresh: (name: string) => string }

/** The calls about games, for the table of all writes of the panel. */
export function gameWrites({ game, fresh }: Panel): Record<string, Write> {
  return {
    'POST /admin/games': {
      entry: 'create game',
      again: '409 game_name_taken',
      place: () => ({ body: { name: fresh('Game') } }),
    },
    'PUT /admin/games/{id}': {
      entry: 'edit game',
      place: async () => ({ ids: await game(), body: { name: fresh('Game') } }),
    },
    'DELETE /admin/games/{id}': {
      entry: 'delete game',
      again: '404 game_not_found',
      place: async () => ({ ids: await game() }),
    },
    'PUT /admin/games/{id}/platform_picture': {
      entry: 'remove_picture game',
      place: async () => ({ ids: await game(), body: { is_shown: false } }),
    },
    'POST /admin/games/{id}/merge': {
      entry: 'merge game',
      again: '404 game_not_found',
      async place() {
        const [into = 0] = await game()
        return { ids: await game(), body: { into }, subject: into }
      },
    },
  }
}
