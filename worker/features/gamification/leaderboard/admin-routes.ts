import * as v from 'valibot'
import { idParam, UserId } from '#worker/contracts/ids.ts'
import {
  CorrectionHeaders,
  CorrectionInput,
  LedgerPage,
  LedgerQuery,
  OptionalReason,
  PeriodQuery,
  RankedMember,
  RankedMembersPage,
  RankedMembersQuery,
  type RankingAct,
  RankingReason,
} from '#worker/features/gamification/leaderboard/contract.ts'
import {
  changeRanking,
  correctMember,
} from '#worker/features/gamification/leaderboard/change-ranking.ts'
import { listLedger } from '#worker/features/gamification/leaderboard/member-ledger.ts'
import { listRankedMembers } from '#worker/features/gamification/leaderboard/ranked-members.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(UserId) })

function rankingEndpoint(
  act: RankingAct,
  summary: string,
  body: v.GenericSchema<unknown, OptionalReason>,
) {
  return endpoint({
    method: 'put',
    path: `/admin/leaderboard/:id/${act}`,
    summary,
    access: 'admin',
    params: byId,
    query: PeriodQuery,
    body,
    answer: RankedMember,
    run: (ctx, { params, query, body: reason }) =>
      changeRanking(ctx, { ...params, ...query, act }, reason),
  })
}

export const leaderboardAdminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/leaderboard',
    summary: 'Members by the XP of a week, a month or ever, also those whom the leaderboard hides',
    access: 'moderator',
    query: RankedMembersQuery,
    answer: RankedMembersPage,
    run: (ctx, { query }) => listRankedMembers(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/leaderboard/:id/entries',
    summary: 'The XP ledger of a member, the newest first',
    access: 'moderator',
    params: byId,
    query: LedgerQuery,
    answer: LedgerPage,
    run: (ctx, { params, query }) => listLedger(ctx, params.id, query),
  }),
  rankingEndpoint('exclude', 'Take a member off the leaderboard; they read why', RankingReason),
  rankingEndpoint('include', 'Show a member on the leaderboard again', OptionalReason),
  rankingEndpoint('suspend', 'Let a member earn no XP; they read why', RankingReason),
  rankingEndpoint('lift_suspension', 'Let a member earn XP again', OptionalReason),
  endpoint({
    method: 'put',
    path: '/admin/leaderboard/:id/correct',
    summary:
      'Give a member XP or take some away, once per `Idempotency-Key`; 409 `not_enough_xp` below 0',
    access: 'admin',
    params: byId,
    query: PeriodQuery,
    headers: CorrectionHeaders,
    body: CorrectionInput,
    answer: RankedMember,
    run: (ctx, { params, query, headers, body }) =>
      correctMember(ctx, { ...params, ...query, key: headers['idempotency-key'] }, body),
  }),
]
