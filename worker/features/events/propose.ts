import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { EventId, FieldError, UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import { earnXp } from '#worker/features/progress/ledger.ts'
import { AppError, invalid } from '#worker/http/errors.ts'
import { ruleText } from '#worker/validation-texts.ts'
import type { EventInput, ProposalView } from './contract.ts'
import { accountKey } from './platforms.ts'
import { afterAgendaChange } from './publication.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'
import { comparableNames, selectAround, similarTo } from './similar.ts'
import { slugOf } from './slugs.ts'

const dayMs = 86_400_000
const longestDays = 14
const fastTrackTrust = 80
const fastTrackMs = 30 * 60_000

/** The rules about time that a schema cannot know. */
function timeErrors(ctx: Ctx, input: Pick<EventInput, 'start' | 'end'>): FieldError[] {
  const { start, end } = input
  const error = (path: string, rule: string, requirement?: number) => [
    { path, msg: ruleText(rule, ctx.locale, requirement) },
  ]
  if (end <= start) return error('end', 'end_after_start')
  if (end - start > longestDays * dayMs) return error('end', 'too_long', longestDays)
  if (start <= ctx.now) return error('start', 'start_in_past')
  if (start > ctx.now + 731 * dayMs) return error('start', 'start_too_far')
  return []
}

type Facts = {
  isEmailVerified: number
  trust: number
  isOwnAccount: number
  isGameKnown: number
  knownStreamers: number
}

function streamerIds(input: EventInput): number[] {
  const ids = input.participants.flatMap((one) => ('streamer_id' in one ? [one.streamer_id] : []))
  return [...new Set<number>(ids)]
}

function selectFacts(ctx: Ctx<Member>, input: EventInput) {
  const { userId } = ctx.actor
  return rows<Facts>(
    ctx.db,
    sql`select u.email_verified_at is not null as isEmailVerified, u.trust,
        exists (select 1 from streaming_accounts sa join streamers s on s.id = sa.streamer_id
          where s.user_id = u.id and sa.verified_at is not null and sa.platform = ${input.platform}
            and sa.name_key = ${accountKey(input.streaming_account_name)}) as isOwnAccount,
        ${input.game_id ?? null} is null
          or exists (select 1 from games where id = ${input.game_id ?? null}) as isGameKnown,
        (select count(*) from streamers where id in
          (select value from json_each(${JSON.stringify(streamerIds(input))}))) as knownStreamers
      from users u where u.id = ${userId}`,
  )
}

/** Refuses what is wrong, and near-duplicates until the person confirms. */
async function check(ctx: Ctx<Member>, input: EventInput, ownId: EventId | 0): Promise<Facts> {
  const [[facts], neighbours] = await read(ctx, [
    selectFacts(ctx, input),
    selectAround(ctx, input.start, ownId),
  ])
  if (!facts) throw new AppError('unauthenticated', 'session_ended')
  const errors = timeErrors(ctx, input)
  if (!facts.isGameKnown) errors.push(fieldError(ctx, 'game_id', 'unknown_game'))
  if (facts.knownStreamers !== streamerIds(input).length) {
    errors.push(fieldError(ctx, 'participants', 'unknown_streamer'))
  }
  if (errors.length > 0) throw invalid(errors)
  const participants = comparableNames(
    input.participants.map((one) => ('streamer_id' in one ? one.streamer_id : one.display_name)),
  )
  const similar = similarTo(
    { ...input, startAt: input.start, accountName: input.streaming_account_name, participants },
    neighbours,
  )
  if (similar.length > 0 && !input.confirm_similar) {
    throw new AppError('conflict', 'similar_events', { details: similar })
  }
  return facts
}

function fieldError(ctx: Ctx, path: string, rule: string): FieldError {
  return { path, msg: ruleText(rule, ctx.locale) }
}

/** Who publishes: the owner of a verified account at once, the trusted after half an hour, others after review. */
function publication(facts: Facts, now: number) {
  if (!facts.isEmailVerified) return { status: 'pending', approveAt: null, approvedAt: null }
  if (facts.isOwnAccount) return { status: 'approved', approveAt: null, approvedAt: now }
  const isTrusted = facts.trust >= fastTrackTrust
  return { status: 'pending', approveAt: isTrusted ? now + fastTrackMs : null, approvedAt: null }
}

function assignments(input: EventInput): SQL {
  return sql`name = ${input.name}, description = ${input.description}, start_at = ${input.start},
    end_at = ${input.end}, timezone = ${input.timezone}, time_certainty = ${input.time_certainty},
    language = ${input.language}, platform = ${input.platform},
    streaming_account_name = ${input.streaming_account_name}, game_id = ${input.game_id ?? null},
    category = ${input.category}, thumbnail_path = ${input.thumbnail_path ?? null},
    proof_url = ${input.proof_url}, additional_info = ${input.additional_info ?? null}`
}

function insertParticipants({ db }: Ctx, eventId: SQL, input: EventInput) {
  const list = input.participants.map((one) =>
    'streamer_id' in one
      ? { id: one.streamer_id }
      : { name: one.display_name, platform: one.platform ?? null, account: one.account ?? null },
  )
  return rows(
    db,
    sql`insert into event_participants (event_id, position, streamer_id, display_name, platform, account)
      select ${eventId}, j.key, s.id, coalesce(s.display_name, j.value ->> 'name'),
        coalesce(j.value ->> 'platform', a.platform), coalesce(j.value ->> 'account', a.name)
      from json_each(${JSON.stringify(list)}) j
        left join streamers s on s.id = j.value ->> 'id'
        left join streaming_accounts a on a.id =
          (select min(id) from streaming_accounts where streamer_id = s.id)
      where ${eventId} is not null`,
  )
}

/** The slug, or the first of `slug-2`, `slug-3`… that no event has. */
function freeSlug(slug: string): SQL {
  const stem = slug.slice(0, 73).replace(/-+$/, '')
  return sql`iif(exists (select 1 from events where slug = ${slug}), ${stem} || '-' || (
      with recursive tried (n) as (
        select 2 union all
        select n + 1 from tried where exists (select 1 from events where slug = ${stem} || '-' || n)
      ) select max(n) from tried), ${slug})`
}

/** A new event from a member: straight to the agenda for their own verified account, else to review. */
export async function propose(ctx: Ctx<Contributor>, input: EventInput): Promise<ProposalView> {
  const facts = await check(ctx, input, 0)
  const { db, now } = ctx
  const { userId } = ctx.actor
  const { status, approveAt, approvedAt } = publication(facts, now)
  const own = ownNewest(userId, now)
  const results = await write(ctx, [
    rows(
      db,
      sql`insert into events (slug, name, description, start_at, end_at, timezone, time_certainty,
          language, platform, streaming_account_name, game_id, category, thumbnail_path, proof_url,
          additional_info, status, approve_at, approved_at, proposer_id, created_at, updated_at)
        select ${freeSlug(slugOf(input.name))},
          ${input.name}, ${input.description}, ${input.start}, ${input.end}, ${input.timezone},
          ${input.time_certainty}, ${input.language}, ${input.platform},
          ${input.streaming_account_name}, ${input.game_id ?? null}, ${input.category},
          ${input.thumbnail_path ?? null}, ${input.proof_url}, ${input.additional_info ?? null},
          ${status}, ${approveAt}, ${approvedAt}, ${userId}, ${now}, ${now}`,
    ),
    insertParticipants(ctx, own, input),
    audit(ctx, { act: 'propose', eventId: own, to: status }),
    earnXp(ctx, {
      userId,
      action: 'own_event_published',
      subject: sql`'event:' || ${own}`,
      when: status === 'approved' ? sql`true` : sql`false`,
    }),
    ...selectProposals(ctx, own, sql``),
  ])
  const [, , , , events, proposers, neighbours] = results
  const proposal = onlyProposal(toProposals(ctx, events, proposers, neighbours))
  if (status === 'approved') await afterAgendaChange(ctx, proposal.id)
  return proposal
}

function ownNewest(userId: UserId, now: number): SQL {
  return sql`(select max(id) from events where proposer_id = ${userId} and created_at = ${now})`
}

function onlyProposal([proposal]: ProposalView[]): ProposalView {
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  return proposal
}

/** The proposer's edit: only while pending or rejected, and it becomes pending again. */
export async function editProposal(
  ctx: Ctx<Contributor>,
  { eventId, ...input }: EventInput & { eventId: EventId },
): Promise<ProposalView> {
  const { db, now } = ctx
  await check(ctx, input, eventId)
  const isOwn = sql`id = ${eventId} and proposer_id = ${ctx.actor.userId}`
  const isMine = sql`exists (select 1 from events where ${isOwn} and updated_at = ${now} and status = 'pending')`
  const results = await write(ctx, [
    rows<{ status: string }>(db, sql`select status from events where ${isOwn}`),
    rows(
      db,
      sql`update events set ${assignments(input)}, status = 'pending', approve_at = null,
          rejection_code = null, rejection_reason = null, updated_at = ${now}
        where ${isOwn} and status in ('pending', 'rejected') returning id`,
    ),
    rows(db, sql`delete from event_participants where event_id = ${eventId} and ${isMine}`),
    insertParticipants(ctx, sql`(select ${eventId} where ${isMine})`, input),
    audit(ctx, { act: 'edit', eventId: sql`${eventId}`, to: 'pending', when: isMine }),
    ...selectProposals(ctx, sql`select id from events where ${isOwn}`, sql``),
  ])
  const [[before], updated, , , , events, proposers, neighbours] = results
  if (!before) throw new AppError('not_found', 'event_not_found')
  if (updated.length === 0) throw new AppError('conflict', 'transition_not_allowed')
  return onlyProposal(toProposals(ctx, events, proposers, neighbours))
}
