import type { Inserted, Write } from '#tests/support/tables/panel-writes.ts'

type Panel = {
  /** Some member, whose row was changed so before. */
  memberWith: (body: unknown, fact?: string) => Promise<Inserted>
}

/** The leaderboard calls, for the table of all writes of the panel. */
export function leaderboardWrites({ memberWith }: Panel): Record<string, Write> {
  const because = { reason: 'Two accounts' }
  return {
    'PUT /admin/leaderboard/{id}/exclude': {
      entry: 'exclude user',
      by: 'admin',
      place: () => memberWith(because),
    },
    'PUT /admin/leaderboard/{id}/include': {
      entry: 'include user',
      by: 'admin',
      place: () => memberWith({}, 'leaderboard_excluded_at = 1'),
    },
    'PUT /admin/leaderboard/{id}/suspend': {
      entry: 'suspend user',
      by: 'admin',
      place: () => memberWith(because),
    },
    'PUT /admin/leaderboard/{id}/lift_suspension': {
      entry: 'lift_suspension user',
      by: 'admin',
      place: () => memberWith({}, 'gamification_suspended_at = 1'),
    },
    'PUT /admin/leaderboard/{id}/correct': {
      entry: 'correct user',
      by: 'admin',
      place: async () => ({
        ...(await memberWith({ points: 120, ...because })),
        headers: { 'Idempotency-Key': 'the-first' },
      }),
    },
  }
}
