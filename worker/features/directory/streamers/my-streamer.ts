import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { nameKeyOf } from '#worker/features/imports/files/names.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  channelRows,
  claimStatements,
  purgeClaimed,
  selectClaims,
  selectConnected,
} from './claims.ts'
import { urlName } from './streamer-rows.ts'
import type { MyStreamerChange, MyStreamerInput, MyStreamerView } from './my-contract.ts'

type OwnRow = {
  id: StreamerId
  displayName: string
  language: Language | null
  /** JSON: id, platform, name, whether it is verified. */
  accounts: string
}

/** The member's streamer with its accounts, if there is one. */
export function selectOwn({ db }: Ctx, userId: UserId): Statement<OwnRow[]> {
  return rows<OwnRow>(
    db,
    sql`select s.id, s.display_name as displayName, s.language,
        (select json_group_array(json_array(a.id, a.platform, a.name, a.verified_at is not null)) || ''
          from (select * from streaming_accounts where streamer_id = s.id order by id) a) as accounts
      from streamers s where s.user_id = ${userId}`,
  )
}

export function toMyStreamer(row: OwnRow | undefined): MyStreamerView {
  if (!row) return { streamer: null, items: [] }
  const accounts = JSON.parse(row.accounts) as [number, Platform, string, 0 | 1][]
  return {
    streamer: {
      id: row.id,
      display_name: row.displayName,
      streamer_name: row.displayName,
      url_name: urlName(accounts.map(([, platform, name]) => ({ platform, name }))),
      language: row.language,
    },
    items: accounts.map(([id, platform, name, isVerified]) => ({
      id,
      platform,
      name,
      url: platforms[platform].watchUrl(accountKey(name)),
      is_verified: Boolean(isVerified),
    })),
  }
}

export async function getMyStreamer(ctx: Ctx<Member>): Promise<MyStreamerView> {
  const [[own]] = await read(ctx, [selectOwn(ctx, ctx.actor.userId)])
  return toMyStreamer(own)
}

/**
 * Makes the member a streamer, with the channels that they have connected.
 * @throws AppError `streamer_exists`
 */
export async function createMyStreamer(
  ctx: Ctx<Contributor>,
  { display_name, language = null }: MyStreamerInput,
): Promise<MyStreamerView> {
  const { userId } = ctx.actor
  const [[known], channels] = await read(ctx, [
    selectOwn(ctx, userId),
    selectConnected(ctx, userId),
  ])
  if (known) throw new AppError('conflict', 'streamer_exists')
  const [claims] =
    channels.length === 0 ? [[]] : await read(ctx, [selectClaims(ctx, channelRows(channels))])
  const [[made], [own]] = await write(ctx, [
    rows<{ id: StreamerId }>(
      ctx.db,
      sql`insert into streamers (display_name, name_key, language, user_id, created_at)
        values (${display_name}, ${nameKeyOf(display_name)}, ${language}, ${userId}, ${ctx.now})
        on conflict (user_id) do nothing returning id`,
    ),
    selectOwn(ctx, userId),
    ...claims.flatMap((claim) => claimStatements(ctx, userId, claim)),
  ])
  if (!made) throw new AppError('conflict', 'streamer_exists')
  await purgeClaimed(ctx, claims, made.id)
  return claims.length === 0 ? toMyStreamer(own) : getMyStreamer(ctx)
}

/**
 * Only what is named changes.
 * @throws AppError `no_streamer_profile`
 */
export async function changeMyStreamer(
  ctx: Ctx<Contributor>,
  { display_name, language }: MyStreamerChange,
): Promise<MyStreamerView> {
  const { userId } = ctx.actor
  const [, [own]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update streamers set display_name = coalesce(${display_name ?? null}, display_name),
          name_key = coalesce(${display_name ? nameKeyOf(display_name) : null}, name_key),
          language = ${language === undefined ? sql`language` : language}
        where user_id = ${userId}`,
    ),
    selectOwn(ctx, userId),
  ])
  if (!own) throw new AppError('conflict', 'no_streamer_profile')
  await queuePurge(ctx, { type: 'streamer', id: own.id })
  return toMyStreamer(own)
}
