import { sql } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { selectEntries, toEntry } from '#worker/features/moderation/audit/audit-log.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import type { RejectionCode } from '#worker/features/moderation/proposals/contract.ts'
import type { MemberHistory, PastProposal, TrustEntryView } from './contract.ts'
import { requireMember, selectMember, toMember } from './member-rows.ts'

/** Of each kind. */
const shown = 20

type Presence = { sessions: number; lastSeenAt: number | null }

function selectPresence({ db, now }: Ctx, id: UserId): Statement<Presence[]> {
  return rows<Presence>(
    db,
    sql`select coalesce(sum(revoked_at is null and expires_at > ${now}), 0) as sessions,
        max(last_used_at) as lastSeenAt from sessions where user_id = ${id}`,
  )
}

type AccountRow = { id: number; platform: Platform; name: string; isVerified: number }

function selectAccounts({ db }: Ctx, id: UserId): Statement<AccountRow[]> {
  return rows<AccountRow>(
    db,
    sql`select id, platform, name, verified_at is not null as isVerified from streaming_accounts
      where streamer_id = (select id from streamers where user_id = ${id}) order by id`,
  )
}

type ProposalRow = {
  id: number
  name: string
  status: EventStatus
  startAt: number
  code: RejectionCode | null
  reason: string | null
}

function selectProposals({ db }: Ctx, id: UserId): Statement<ProposalRow[]> {
  return rows<ProposalRow>(
    db,
    sql`select id, name, status, start_at as startAt, rejection_code as code,
        rejection_reason as reason
      from events where proposer_id = ${id} order by id desc limit ${shown}`,
  )
}

type TrustRow = {
  id: number
  action: string
  isReversal: number
  delta: number
  at: number
  eventId: number | null
  eventName: string | null
}

function selectTrust({ db }: Ctx, id: UserId): Statement<TrustRow[]> {
  return rows<TrustRow>(
    db,
    sql`select t.id, t.action, t.is_reversal as isReversal, t.delta, t.at, e.id as eventId,
        e.name as eventName
      from (select * from trust_entries where user_id = ${id} order by id desc limit ${shown}) t
        left join events e on t.subject = 'event:' || e.id
          and e.id = cast(substr(t.subject, 7) as integer)
      order by t.id desc`,
  )
}

function toProposal({ id, name, status, startAt, code, reason }: ProposalRow): PastProposal {
  const rejection = status === 'rejected' ? { reason_code: code, reason } : null
  return { id, name, status, start: toInstant(startAt), rejection }
}

function toTrustEntry({ eventId, eventName, ...entry }: TrustRow): TrustEntryView {
  const { id, action, isReversal, delta, at } = entry
  const event = eventId === null ? null : { id: eventId, name: eventName ?? '' }
  return { id, action, is_reversal: Boolean(isReversal), delta, at: toInstant(at), event }
}

function toAccount({ id, platform, name, isVerified }: AccountRow) {
  const url = platforms[platform].watchUrl(accountKey(name))
  return { id, platform, name, url, is_verified: Boolean(isVerified) }
}

/**
 * One member, and what they did and was done to them.
 * @throws AppError `user_not_found`
 */
export async function getMember(ctx: Ctx<Moderator>, id: UserId): Promise<MemberHistory> {
  const newest = { limit: shown }
  const [found, [presence], accounts, proposals, trust, upon, by] = await read(ctx, [
    selectMember(ctx, id),
    selectPresence(ctx, id),
    selectAccounts(ctx, id),
    selectProposals(ctx, id),
    selectTrust(ctx, id),
    selectEntries(ctx, sql`a.subject_type = 'user' and a.subject_id = ${id}`, newest),
    selectEntries(ctx, sql`a.actor_id = ${id}`, newest),
  ])
  const lastSeenAt = presence?.lastSeenAt ?? null
  return {
    ...toMember(ctx, requireMember(found)),
    sessions: presence?.sessions ?? 0,
    last_seen_at: lastSeenAt === null ? null : toInstant(lastSeenAt),
    accounts: accounts.map(toAccount),
    proposals: proposals.map(toProposal),
    trust_entries: trust.map(toTrustEntry),
    acts_upon: upon.map(toEntry),
    acts_by: by.map(toEntry),
  }
}
