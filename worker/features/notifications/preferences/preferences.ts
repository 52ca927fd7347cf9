import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { rows, type Results } from '#worker/db/client.ts'
import { avatarPath, gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  type Digest,
  type NotificationSettingsView,
  type SwitchView,
} from '#worker/features/notifications/contract.ts'
import { kinds, NotificationKind, ServedChannel } from '#worker/features/notifications/kinds.ts'
import { toTimeOfDay } from './quiet-hours.ts'

type Reach = {
  isEmailVerified: number
  hasDiscord: number
  hasDevice: number
  digest: Digest
  quietFrom: number | null
  quietTo: number | null
}
type Choice = { kind: string; channel: string; isEnabled: number }
type FollowedStreamer = {
  id: StreamerId
  displayName: string
  avatar: string | null
  isEnabled: number
}
type FollowedGame = {
  id: GameId
  slug: string
  name: string
  thumbnail: string | null
  isEnabled: number
}

/** A person reads through no longer list. */
const mostFollowed = 1000

/** The statements that load every switch of the member. */
export function selectSwitches({ db, actor: { userId } }: Ctx<Member>) {
  return [
    rows<Reach>(
      db,
      sql`select email_verified_at is not null as isEmailVerified,
          discord_webhook is not null and discord_disabled_at is null as hasDiscord,
          exists (select 1 from push_subscriptions where user_id = users.id) as hasDevice,
          digest, quiet_from as quietFrom, quiet_to as quietTo
        from users where id = ${userId}`,
    ),
    rows<Choice>(
      db,
      sql`select kind, channel, is_enabled as isEnabled from notification_channels
        where user_id = ${userId}`,
    ),
    rows<FollowedStreamer>(
      db,
      sql`select s.id, s.display_name as displayName, s.avatar_path as avatar,
          f.is_notified as isEnabled
        from streamer_follows f join streamers s on s.id = f.streamer_id
        where f.user_id = ${userId} order by s.name_key, s.id limit ${mostFollowed}`,
    ),
    rows<FollowedGame>(
      db,
      sql`select g.id, g.slug, g.name, g.thumbnail_path as thumbnail, f.is_notified as isEnabled
        from game_follows f join games g on g.id = f.game_id
        where f.user_id = ${userId} order by g.name_key limit ${mostFollowed}`,
    ),
  ] as const
}

export function toNotificationSettings([[reach], choices, streamers, games]: Results<
  ReturnType<typeof selectSwitches>
>): NotificationSettingsView {
  return {
    digest: reach?.digest ?? 'off',
    quiet_hours: {
      from: toTimeOfDay(reach?.quietFrom ?? null),
      to: toTimeOfDay(reach?.quietTo ?? null),
    },
    channels: ServedChannel.options.map((channel) => ({
      channel,
      is_usable: isUsable(channel, reach),
    })),
    kinds: NotificationKind.options.map((kind) => ({
      kind,
      channels: ServedChannel.options.map((channel) => ({
        channel,
        is_enabled: isEnabled(kind, channel, choices),
      })),
    })),
    streamers: streamers.map(({ id, displayName, avatar, isEnabled }) => ({
      id,
      display_name: displayName,
      avatar_path: avatar ?? avatarPath(id, displayName),
      is_enabled: Boolean(isEnabled),
    })),
    games: games.map(({ id, slug, name, thumbnail, isEnabled }) => ({
      id,
      slug,
      name,
      ...gameThumbnail(id, name, thumbnail),
      is_enabled: Boolean(isEnabled),
    })),
  }
}

/** Every switch of the member: kind by channel, and one for each followed streamer and game. */
export async function getNotificationSettings(ctx: Ctx<Member>): Promise<NotificationSettingsView> {
  return toNotificationSettings(await read(ctx, selectSwitches(ctx)))
}

function isUsable(channel: ServedChannel, reach: Reach | undefined): boolean {
  if (channel === 'email') return Boolean(reach?.isEmailVerified)
  if (channel === 'push') return Boolean(reach?.hasDevice)
  return channel === 'in_app' || Boolean(reach?.hasDiscord)
}

function isEnabled(kind: NotificationKind, channel: ServedChannel, choices: Choice[]): boolean {
  const chosen = choices.find((choice) => choice.kind === kind && choice.channel === channel)
  return chosen ? Boolean(chosen.isEnabled) : kinds[kind].defaultChannels.includes(channel)
}

/** Says whether the member hears of one kind by one channel. */
export async function switchChannel(
  ctx: Ctx<Member>,
  target: { kind: NotificationKind; channel: ServedChannel },
  wanted: SwitchView,
): Promise<SwitchView> {
  const { kind, channel } = target
  const flag = Number(wanted.is_enabled)
  await write(ctx, [
    rows(
      ctx.db,
      sql`insert into notification_channels (user_id, kind, channel, is_enabled)
        values (${ctx.actor.userId}, ${kind}, ${channel}, ${flag})
        on conflict do update set is_enabled = excluded.is_enabled`,
    ),
  ])
  return wanted
}

const follows = {
  streamer: { table: sql.raw('streamer_follows'), column: sql.raw('streamer_id') },
  game: { table: sql.raw('game_follows'), column: sql.raw('game_id') },
} satisfies Record<string, { table: SQL; column: SQL }>

/** Says whether the member hears of new events with one followed streamer or game. */
export async function switchFollowed(
  ctx: Ctx<Contributor>,
  { kind, id }: { kind: 'streamer'; id: StreamerId } | { kind: 'game'; id: GameId },
  wanted: SwitchView,
): Promise<SwitchView> {
  const { table, column } = follows[kind]
  const [switched] = await write(ctx, [
    rows(
      ctx.db,
      sql`update ${table} set is_notified = ${Number(wanted.is_enabled)}
        where ${column} = ${id} and user_id = ${ctx.actor.userId} returning 1`,
    ),
  ])
  if (switched.length === 0) throw new AppError('not_found', 'not_followed')
  return wanted
}
