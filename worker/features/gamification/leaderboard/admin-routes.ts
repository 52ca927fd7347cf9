import * as v from 'valibot'
import { idParam, UserId } from '#worker/contracts/ids.ts'
import {
  XpCorrectionHeaders,
  XpCorrectionInput,
  LedgerPage,
  LedgerQuery,
  OptionalRankingReasonInput,
  LeaderboardPeriodQuery,
  RankedMember,
  RankedMembersPage,
  RankedMembersQuery,
  type RankingAction,
  RankingReasonInput,
} from './contract.ts'
import { changeRankingStatus, correctMemberXp } from './change-ranking.ts'
import { listLedger } from './member-ledger.ts'
import { listRankedMembers } from './ranked-members.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(UserId) })
type ReasonSchema = typeof OptionalRankingReasonInput | typeof RankingReasonInput

function defineRankingEndpoint<const Act extends RankingAction, Body extends ReasonSchema>(
  act: Act,
  { operationId, summary, body }: { operationId: string; summary: string; body: Body },
) {
  return endpoint({
    route: `PUT /admin/leaderboard/:id/${act}`,
    operationId,
    summary,
    access: 'admin',
    params: byId,
    query: LeaderboardPeriodQuery,
    body,
    answer: RankedMember,
    run: (ctx, { params, query, body: reason }) =>
      changeRankingStatus(ctx, { ...params, ...query, act }, reason),
  })
}

export const leaderboardAdminEndpoints = [
  endpoint({
    route: 'GET /admin/leaderboard',
    operationId: 'listRankedMembers',
    summary: 'List members by XP of a week, a month or all time, including excluded members',
    access: 'moderator',
    query: RankedMembersQuery,
    answer: RankedMembersPage,
    run: (ctx, { query }) => listRankedMembers(ctx, query),
  }),
  endpoint({
    route: 'GET /admin/leaderboard/:id/entries',
    operationId: 'listLedger',
    summary: 'List the XP ledger of a member, newest first',
    access: 'moderator',
    params: byId,
    query: LedgerQuery,
    answer: LedgerPage,
    run: (ctx, { params, query }) => listLedger(ctx, params.id, query),
  }),
  defineRankingEndpoint('exclude', {
    operationId: 'excludeFromLeaderboard',
    summary: 'Exclude a member from the leaderboard for a reason that they can read',
    body: RankingReasonInput,
  }),
  defineRankingEndpoint('include', {
    operationId: 'includeInLeaderboard',
    summary: 'Include a member in the leaderboard again',
    body: OptionalRankingReasonInput,
  }),
  defineRankingEndpoint('suspend', {
    operationId: 'suspendXp',
    summary: 'Suspend the XP of a member for a reason that they can read',
    body: RankingReasonInput,
  }),
  defineRankingEndpoint('lift_suspension', {
    operationId: 'liftXpSuspension',
    summary: 'Lift the XP suspension of a member',
    body: OptionalRankingReasonInput,
  }),
  endpoint({
    route: 'PUT /admin/leaderboard/:id/correct',
    operationId: 'correctXp',
    summary: 'Add or subtract XP of a member, once per `Idempotency-Key`',
    access: 'admin',
    errors: { conflict: ['idempotency_key_reused', 'not_enough_xp'] },
    params: byId,
    query: LeaderboardPeriodQuery,
    headers: XpCorrectionHeaders,
    body: XpCorrectionInput,
    answer: RankedMember,
    run: (ctx, { params, query, headers, body }) =>
      correctMemberXp(ctx, { ...params, ...query, key: headers['idempotency-key'] }, body),
  }),
]
