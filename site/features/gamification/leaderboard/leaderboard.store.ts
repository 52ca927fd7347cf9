import { getLocale } from '#messages/runtime'
import { withFailureMessage } from '#site/ui/admin/action-failure.ts'
import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { formatSignedCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type {
  XpCorrectionInput,
  RankedMember,
  RankedMembersQuery,
  RankingAction,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { rankingActionTexts } from './ranking-labels.ts'

/** An act may move everybody's rank, so the page is loaded anew after it. */
export function createLeaderboardStore(
  { api, onQuery, showSuccess }: Omit<PanelDependencies<RankedMembersQuery>, 'showError'>,
  initialList: InitialList<RankedMember, RankedMembersQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/leaderboard', { query }), onQuery },
    initialList,
  )

  async function write({ username }: RankedMember, call: Promise<RankedMember>) {
    await withFailureMessage(m.members_change_failed({ name: username }), call)
  }

  async function act(member: RankedMember, name: RankingAction, reason: string): Promise<void> {
    const params = { id: member.id }
    await write(member, api.put(`admin/leaderboard/:id/${name}`, { params, body: { reason } }))
    showSuccess(rankingActionTexts[name].done({ name: member.username }))
    await list.load()
  }

  /** A repeated `key` adds nothing. */
  async function correct(
    member: RankedMember,
    input: XpCorrectionInput,
    key: string,
  ): Promise<void> {
    const params = { id: member.id }
    const headers = { 'idempotency-key': key }
    const call = api.put('admin/leaderboard/:id/correct', { params, body: input, headers })
    await write(member, call)
    const points = formatSignedCount(input.points, getLocale())
    showSuccess(m.ranking_correct_done({ name: member.username, points }))
    await list.load()
  }

  return { ...list, act, correct }
}
export type LeaderboardStore = ReturnType<typeof createLeaderboardStore>
