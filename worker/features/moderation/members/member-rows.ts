import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { levelOf } from '#worker/features/gamification/ledger/levels.ts'
import { AppError } from '#worker/api/errors.ts'
import type { MemberRole, MemberView, SignInMethod } from './contract.ts'
import { availableActions, type Person } from './member-rules.ts'

export type MemberRow = {
  id: UserId
  username: string
  usernameKey: string
  email: string | null
  emailKey: string | null
  isEmailVerified: number
  hasPassword: number
  /** JSON: who else they sign in with. */
  providers: string
  role: MemberRole
  isActive: number
  isSoftBanned: number
  /** JSON: id and name. */
  streamer: string | null
  trust: number
  totalXp: number
  isGamified: number
  createdAt: number
  /** JSON: approved, rejected, pending, disabled. */
  proposals: string
  hypes: number
  follows: number
  /** Of whoever asks; null where they have gone meanwhile. */
  actorRole: MemberRole | null
}

/** Of a member `u`. */
function columnsFor({ actor }: Ctx<Moderator>): Columns<MemberRow> {
  return {
    id: 'u.id',
    username: 'u.username',
    usernameKey: 'u.username_key',
    email: 'u.email',
    emailKey: 'u.email_key',
    isEmailVerified: 'u.email_verified_at is not null',
    hasPassword: 'u.password_hash is not null',
    // A YouTube channel opens no door.
    providers: `(select json_group_array(provider) from identities
      where user_id = u.id and provider <> 'youtube')`,
    role: 'u.role',
    isActive: 'u.is_active',
    isSoftBanned: 'u.is_soft_banned',
    streamer: '(select json_array(id, display_name) from streamers where user_id = u.id)',
    trust: 'u.trust',
    totalXp: 'u.total_xp',
    isGamified: 'u.is_gamified',
    createdAt: 'u.created_at',
    proposals: `(select json_array(total(status = 'approved'), total(status = 'rejected'),
      total(status = 'pending'), total(status = 'disabled')) from events where proposer_id = u.id)`,
    hypes: '(select count(*) from hypes where user_id = u.id)',
    follows: `(select count(*) from streamer_follows where user_id = u.id)
      + (select count(*) from game_follows where user_id = u.id)`,
    actorRole: sql`(select role from users where id = ${actor.userId})`,
  }
}

/** Members by a query of their ids, in an order of members `u`. */
export function selectMembers(
  ctx: Ctx<Moderator>,
  { ids, order }: { ids: SQL; order: SQL },
): Statement<MemberRow[]> {
  // Only the rows that are shown are counted up.
  return rows<MemberRow>(
    ctx.db,
    sql`select ${named(columnsFor(ctx))}
      from (${ids}) wanted cross join users u on u.id = wanted.id order by ${order}`,
  )
}

export function selectMember(ctx: Ctx<Moderator>, id: UserId): Statement<MemberRow[]> {
  return rows<MemberRow>(
    ctx.db,
    sql`select ${named(columnsFor(ctx))} from users u where u.id = ${id}`,
  )
}

/** The only one of those rows. */
export function requireMember([row]: MemberRow[]): MemberRow {
  if (!row) throw new AppError('not_found', 'user_not_found')
  return row
}

/** Without a role nothing is open to them. */
export function actorOf({ actor }: Ctx<Moderator>, { actorRole }: MemberRow): Person {
  return { id: actor.userId, role: actorRole ?? 'member' }
}

function methodsOf({ hasPassword, providers }: MemberRow): SignInMethod[] {
  const others = JSON.parse(providers) as SignInMethod[]
  return [...(hasPassword ? ['password' as const] : []), ...others.toSorted()]
}

function streamerOf({ streamer }: MemberRow): MemberView['streamer'] {
  if (streamer === null) return null
  const [id, displayName] = JSON.parse(streamer) as [number, string]
  return { id, display_name: displayName }
}

function countsOf({ proposals, hypes, follows }: MemberRow): MemberView['counts'] {
  const [approved, rejected, pending, disabled] = JSON.parse(proposals) as [
    number,
    number,
    number,
    number,
  ]
  return { approved, rejected, pending, disabled, hypes, follows }
}

export function toMember(ctx: Ctx<Moderator>, row: MemberRow): MemberView {
  const isActive = Boolean(row.isActive)
  const isSoftBanned = Boolean(row.isSoftBanned)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    is_email_verified: Boolean(row.isEmailVerified),
    sign_in_methods: methodsOf(row),
    role: row.role,
    is_active: isActive,
    is_soft_banned: isSoftBanned,
    streamer: streamerOf(row),
    trust: row.trust,
    level: row.isGamified ? levelOf(row.totalXp).level : null,
    total_xp: row.isGamified ? row.totalXp : null,
    created_at: toInstant(row.createdAt),
    counts: countsOf(row),
    acts: availableActions(actorOf(ctx, row), {
      id: row.id,
      role: row.role,
      isActive,
      isSoftBanned,
    }),
  }
}
