import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf, Results } from '#worker/db/client.ts'
import { followables, type FollowTarget } from '#worker/db/followables.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { notificationChannels, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { buildSetSql, insert, update } from '#worker/db/writes.ts'
import {
  avatarPath,
  gameThumbnail,
  groupPicturePath,
  personPictureKey,
} from '#worker/features/media/generated-images/paths.ts'
import {
  gamePicturePathSql,
  streamerPicturePathSql,
  streamerPictureSubject,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { AppError } from '#worker/api/errors.ts'
import type {
  NotificationSettingsView,
  PreferenceSwitchView,
} from '#worker/features/notifications/contract.ts'
import {
  notificationKinds,
  SwitchableKind,
  DeliveryChannel,
} from '#worker/features/notifications/kinds.ts'
import {
  isMailSuppressed,
  selectMailProblem,
  toMailProblem,
} from '#worker/features/notifications/suppressions/suppression-rows.ts'
import { selectGeneralMarks } from './chosen-marks.ts'
import { toTimeOfDay } from './quiet-hours.ts'

type MemberKey = { userId: UserId }

const selectRecipient = prepareMemberRow({
  takesMail: booleanSql(
    sql`${users.emailVerifiedAt} is not null and not ${isMailSuppressed(users.id)}`,
  ),
  hasDiscord: booleanSql(
    sql`${users.discordWebhook} is not null and ${users.discordDisabledAt} is null`,
  ),
  hasDevice: booleanSql(sql`exists (select 1 from ${pushSubscriptions}
          where ${pushSubscriptions.userId} = ${users.id})`),
  isWebhookGone: booleanSql(sql`${users.discordDisabledAt} is not null`),
  digest: users.digest,
  timeZone: users.timeZone,
  quietFrom: users.quietFrom,
  quietTo: users.quietTo,
})
type RecipientRow = NonNullable<ResultOf<ReturnType<typeof selectRecipient>>>

const choiceColumns = {
  kind: notificationChannels.kind,
  channel: notificationChannels.channel,
  isEnabled: notificationChannels.isEnabled,
}
type ChannelChoiceRow = RowOf<typeof choiceColumns>

const selectChoices = prepare(({ userId }: Params<MemberKey>) =>
  select(
    choiceColumns,
    sql`from ${notificationChannels} where ${notificationChannels.userId} = ${userId}`,
  ),
)

/** A person reads through no longer list. */
const mostFollowed = 1000

const selectStreamers = prepare(({ userId }: Params<MemberKey>) =>
  select(
    {
      id: streamers.id,
      display_name: streamers.displayName,
      avatar: streamerPicturePathSql(streamers.id, streamers.avatarPath),
      subject: streamerPictureSubject(sql`${streamers.id}`),
      is_enabled: streamerFollows.isNotified,
    },
    sql`from ${streamerFollows} join ${streamers} on ${streamers.id} = ${streamerFollows.streamerId}
      where ${streamerFollows.userId} = ${userId}
      order by ${streamers.nameKey}, ${streamers.id} limit ${mostFollowed}`,
  ),
)

const selectGames = prepare(({ userId }: Params<MemberKey>) =>
  select(
    {
      id: games.id,
      slug: games.slug,
      name: games.name,
      thumbnail: gamePicturePathSql(games.id, games.thumbnailPath),
      is_enabled: gameFollows.isNotified,
    },
    sql`from ${gameFollows} join ${games} on ${games.id} = ${gameFollows.gameId}
      where ${gameFollows.userId} = ${userId} order by ${games.nameKey} limit ${mostFollowed}`,
  ),
)

const selectGroups = prepare(({ userId }: Params<MemberKey>) =>
  select(
    {
      id: eventGroups.id,
      slug: eventGroups.slug,
      name: eventGroups.name,
      category: eventGroups.category,
      thumbnail: eventGroups.thumbnailPath,
      is_enabled: groupFollows.isNotified,
    },
    sql`from ${groupFollows} join ${eventGroups} on ${eventGroups.id} = ${groupFollows.groupId}
      where ${groupFollows.userId} = ${userId}
      order by ${eventGroups.nameKey} limit ${mostFollowed}`,
  ),
)

export function selectChannelSwitches({ actor }: Ctx<Member>) {
  return {
    recipient: selectRecipient(actor),
    choices: selectChoices(actor),
    problem: selectMailProblem({ owner: actor.userId }),
  }
}

export function selectNotificationPreferences(ctx: Ctx<Member>) {
  return {
    ...selectChannelSwitches(ctx),
    streamers: selectStreamers(ctx.actor),
    games: selectGames(ctx.actor),
    groups: selectGroups(ctx.actor),
    marks: selectGeneralMarks(ctx.actor),
  }
}

export function toNotificationSettings({
  recipient,
  choices,
  problem,
  marks,
  ...followed
}: Results<ReturnType<typeof selectNotificationPreferences>>): NotificationSettingsView {
  return {
    digest: recipient?.digest ?? 'off',
    quiet_hours: {
      from: toTimeOfDay(recipient?.quietFrom ?? null),
      to: toTimeOfDay(recipient?.quietTo ?? null),
    },
    own_marks: marks.map(({ mark }) => mark),
    mail_problem: toMailProblem(problem),
    channels: DeliveryChannel.options.map((channel) => ({
      channel,
      is_usable: isChannelUsable(channel, recipient),
    })),
    kinds: SwitchableKind.options.map((kind) => ({
      kind,
      channels: DeliveryChannel.options.map((channel) => ({
        channel,
        is_enabled: isKindEnabled(kind, channel, choices),
      })),
    })),
    streamers: followed.streamers.map(({ avatar, subject, ...streamer }) => ({
      ...streamer,
      avatar_path:
        avatar ?? avatarPath(subject ?? personPictureKey(streamer.id, streamer.display_name)),
    })),
    games: followed.games.map(({ thumbnail, ...game }) => ({
      ...game,
      ...gameThumbnail(game.id, thumbnail),
    })),
    groups: followed.groups.map(({ thumbnail, ...group }) => ({
      ...group,
      thumbnail_path: thumbnail ?? groupPicturePath(group),
    })),
  }
}

/** Channels and their switches, without what is followed. */
export function toChannelSettings(
  switches: Results<ReturnType<typeof selectChannelSwitches>>,
): Pick<NotificationSettingsView, 'channels' | 'kinds'> {
  return toNotificationSettings({ ...switches, streamers: [], games: [], groups: [], marks: [] })
}

export async function getNotificationSettings(ctx: Ctx<Member>): Promise<NotificationSettingsView> {
  return toNotificationSettings(await read(ctx, selectNotificationPreferences(ctx)))
}

function isChannelUsable(channel: DeliveryChannel, recipient: RecipientRow | undefined): boolean {
  if (channel === 'in_app') return true
  if (!recipient) return false
  const { takesMail, hasDevice, hasDiscord } = recipient
  return { email: takesMail, push: hasDevice, discord: hasDiscord }[channel]
}

function isKindEnabled(
  kind: SwitchableKind,
  channel: DeliveryChannel,
  choices: ChannelChoiceRow[],
): boolean {
  const chosen = choices.find((choice) => choice.kind === kind && choice.channel === channel)
  return chosen?.isEnabled ?? notificationKinds[kind].defaultChannels.includes(channel)
}

export async function setChannelPreference(
  ctx: Ctx<Member>,
  target: { kind: SwitchableKind; channel: DeliveryChannel },
  { is_enabled }: PreferenceSwitchView,
): Promise<PreferenceSwitchView> {
  await write(ctx, [
    insert(
      notificationChannels,
      { ...target, userId: ctx.actor.userId, isEnabled: is_enabled },
      {
        onConflict: sql`do update set ${buildSetSql(notificationChannels, { isEnabled: is_enabled })}`,
      },
    ),
  ])
  return { is_enabled }
}

export async function setFollowPreference(
  ctx: Ctx<Contributor>,
  { kind, id }: FollowTarget,
  { is_enabled }: PreferenceSwitchView,
): Promise<PreferenceSwitchView> {
  const { follows, followedId } = followables[kind]
  const { switched } = await write(ctx, {
    switched: update(
      follows,
      { isNotified: is_enabled },
      {
        where: sql`${followedId} = ${id} and ${follows.userId} = ${ctx.actor.userId}`,
        returning: { userId: follows.userId },
      },
    ),
  })
  if (switched.length === 0) throw new AppError('not_found', 'not_followed')
  return { is_enabled }
}
