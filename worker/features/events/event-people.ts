import { sql, type SQL } from 'drizzle-orm'
import { channelPictureKey } from '#worker/contracts/channel-hue.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { e, p } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import { instantSql, jsonRow, jsonRowList, type RowOf } from '#worker/db/row.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import {
  eventChannels,
  eventParticipants,
  participationAnswers,
  type events,
} from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  streamerPicturePathSql,
  streamerPictureSubject,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { avatarPath, personPictureKey } from '#worker/features/media/generated-images/paths.ts'
import type { ChannelView, EventSummary } from './contract.ts'

const answered = alias(participationAnswers, 'answered')

const participantColumns = {
  streamer_id: p.streamerId,
  display_name: p.displayName,
  platform: p.platform,
  account: p.account,
  avatar: streamerPicturePathSql(
    p.streamerId,
    sql`(select ${streamers.avatarPath} from ${streamers} where ${streamers.id} = ${p.streamerId})`,
  ),
  subject: streamerPictureSubject(sql`${p.streamerId}`),
  confirmed_at: instantSql(sql<number | null>`(select ${answered.answeredAt} from ${answered}
    where ${answered.eventId} = ${p.eventId} and ${answered.streamerId} = ${p.streamerId}
      and ${equals(answered.answer, 'confirmed')})`),
}

export const participantsColumn = jsonRowList(
  participantColumns,
  sql`from (select * from ${eventParticipants} where ${eventParticipants.eventId} = ${e.id}
    order by ${eventParticipants.position}) p`,
)

const owner = alias(streamers, 'owner')
const account = alias(streamingAccounts, 'owner_account')
const channel = alias(eventChannels, 'channel')

type ChannelColumns = Pick<typeof events, 'platform' | 'streamingAccountName'>

/** A streamer counts who proved that the channel is theirs, or who has no account here. */
function fromChannelOwnerSql(
  { platform, streamingAccountName: name }: Record<keyof ChannelColumns, unknown>,
  beside?: SQL,
): SQL {
  return sql`from ${beside} ${account} join ${owner} on ${owner.id} = ${account.streamerId}
  where ${account.platform} = ${platform}
    and ${account.nameKey} = lower(ltrim(${name}, '@'))
    and (${owner.userId} is null or ${account.verifiedAt} is not null)`
}

/** Owners of the channels beside the event’s own, who did not say that they take part. */
export const channelOwnersColumn = jsonRowList(
  {
    streamer_id: owner.id,
    display_name: owner.displayName,
    platform: channel.platform,
    account: channel.account,
    avatar: streamerPicturePathSql(owner.id, owner.avatarPath),
    subject: streamerPictureSubject(sql`${owner.id}`),
    confirmed_at: instantSql(sql<number | null>`null`),
  },
  sql`${fromChannelOwnerSql(
    { platform: channel.platform, streamingAccountName: channel.account },
    sql`${channel} cross join`,
  )} and ${channel.eventId} = ${e.id}`,
)

export function channelOwnerName(event: ChannelColumns): SQL<string | null> {
  return sql<string | null>`(select ${owner.displayName} ${fromChannelOwnerSql(event)})`
}

const ownerColumns = { id: owner.id, displayName: owner.displayName, avatar: owner.avatarPath }

/** Null while the channel is to be announced. */
export function channelNameSql(event: ChannelColumns): SQL<string | null> {
  return sql<string | null>`coalesce(${channelOwnerName(event)}, ${event.streamingAccountName})`
}

/** Not a streamer who merely says that the channel is theirs. */
export const ownerColumn = jsonRow(
  ownerColumns,
  (row) => sql`(select ${row} ${fromChannelOwnerSql(e)})`,
)

type ParticipantRow = RowOf<typeof participantColumns>

export function toParticipants(participants: ParticipantRow[]): EventSummary['participants'] {
  return participants.map(({ avatar, subject, ...person }) => {
    const key = subject ?? personPictureKey(person.streamer_id, person.display_name, person)
    return { ...person, avatar_path: avatar ?? avatarPath(key) }
  })
}

type EventOwnerRow = {
  platform: Platform
  accountName: string | null
  owner: RowOf<typeof ownerColumns> | null
  channelPicture: string | null
}

export function toChannel({
  platform,
  accountName,
  owner: streamer,
  channelPicture: copy,
}: EventOwnerRow): ChannelView | null {
  if (accountName === null) return null
  const name = streamer?.displayName ?? accountName
  const subject = channelPictureKey({ platform, account: accountName })
  return {
    streamer_id: streamer?.id ?? null,
    name,
    avatar_path: streamer?.avatar ?? copy ?? avatarPath(subject),
  }
}
