import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { channels, eventBroadcasts, platformPictures } from '#worker/db/schema/live.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { ddl, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const added = triggerRow(optOuts, 'new')
const oldStreamer = triggerRow(streamers, 'old')
const newStreamer = triggerRow(streamers, 'new')
const account = triggerRow(streamingAccounts, 'new')
const channel = triggerRow(channels, 'new')
const c = channels
const b = eventBroadcasts
const pp = platformPictures
const columns = ddl`${optOuts} (${optOuts.platform}, ${optOuts.nameKey}, ${optOuts.platformId}, ${optOuts.createdAt})`

type Channel = { platform: string; nameKey: string }
const matches = ({ platform, nameKey }: Channel) =>
  ddl`o.${optOuts.platform} = ${platform} AND o.${optOuts.nameKey} = ${nameKey}`
const platformIdSql = ({ platform, nameKey }: Channel) =>
  ddl`(SELECT ${c.platformId} FROM ${c} WHERE ${c.platform} = ${platform} AND ${c.nameKey} = ${nameKey})`

/** A channel that a member only typed is nobody's to opt out. */
const speaks = (verifiedAt: string, userId: string) =>
  `(${verifiedAt} IS NOT NULL OR ${userId} IS NULL)`
const spoken = {
  platform: ddl`a.${streamingAccounts.platform}`,
  nameKey: ddl`a.${streamingAccounts.nameKey}`,
}
const spokenAccounts = ddl`FROM ${streamingAccounts} a WHERE a.${streamingAccounts.streamerId} = ${newStreamer.id}
  AND ${speaks(ddl`a.${streamingAccounts.verifiedAt}`, newStreamer.userId)}`
const s = streamers
const isOpenedAccount = ddl`${s.id} = ${account.streamerId} AND ${speaks(account.verifiedAt, ddl`${s.userId}`)}`
const followOptOut = ddl`
  UPDATE ${s} SET ${s.unlistedAt} = (SELECT o.${optOuts.createdAt} FROM ${optOuts} o WHERE ${matches(account)})
    WHERE ${isOpenedAccount} AND ${s.unlistedAt} IS NULL AND EXISTS (SELECT 1 FROM ${optOuts} o WHERE ${matches(account)});
  INSERT INTO ${columns} SELECT ${account.platform}, ${account.nameKey}, ${platformIdSql(account)}, ${s.unlistedAt}
    FROM ${s} WHERE ${isOpenedAccount} AND ${s.unlistedAt} IS NOT NULL ON CONFLICT DO NOTHING;`
const isChannelOptedOut = ddl`EXISTS (SELECT 1 FROM ${optOuts} o WHERE o.${optOuts.platform} = ${channel.platform}
  AND (o.${optOuts.nameKey} = ${channel.nameKey} OR o.${optOuts.platformId} = ${channel.platformId}))`
const forgetChannel = ddl`
  INSERT INTO ${columns} VALUES (${channel.platform}, ${channel.nameKey}, ${channel.platformId}, ${channel.checkedAt})
    ON CONFLICT DO NOTHING;
  DELETE FROM ${c} WHERE ${c.platform} = ${channel.platform} AND ${c.nameKey} = ${channel.nameKey};
  UPDATE ${s} SET ${s.unlistedAt} = ${channel.checkedAt} WHERE ${s.unlistedAt} IS NULL AND ${s.id} IN
    (SELECT a.${streamingAccounts.streamerId} FROM ${streamingAccounts} a
      WHERE ${spoken.platform} = ${channel.platform} AND ${spoken.nameKey} = ${channel.nameKey}
        AND ${speaks(ddl`a.${streamingAccounts.verifiedAt}`, ddl`${s.userId}`)});`

/** Opting out leaves no figures, pictures or words of a profile behind. */
export const optOutTriggers: Triggers = {
  opt_outs_after_unlisting: ddl`AFTER UPDATE OF ${s.unlistedAt} ON ${s}
    WHEN ${oldStreamer.unlistedAt} IS NULL AND ${newStreamer.unlistedAt} IS NOT NULL BEGIN
      INSERT INTO ${columns} SELECT ${spoken.platform}, ${spoken.nameKey}, ${platformIdSql(spoken)}, ${newStreamer.unlistedAt}
        ${spokenAccounts} ON CONFLICT DO NOTHING;
      UPDATE ${s} SET ${s.platformFollowers} = NULL, ${s.avatarPath} = NULL, ${s.bannerPath} = NULL, ${s.bio} = NULL,
        ${s.links} = '[]', ${s.featuredAt} = NULL, ${s.source} = NULL WHERE ${s.id} = ${newStreamer.id};
    END`,
  opt_outs_after_listing: ddl`AFTER UPDATE OF ${s.unlistedAt} ON ${s}
    WHEN ${oldStreamer.unlistedAt} IS NOT NULL AND ${newStreamer.unlistedAt} IS NULL BEGIN
      DELETE FROM ${optOuts} WHERE (${optOuts.platform}, ${optOuts.nameKey}) IN (SELECT ${spoken.platform}, ${spoken.nameKey} ${spokenAccounts});
    END`,
  opt_outs_after_insert: ddl`AFTER INSERT ON ${optOuts} WHEN ${added.platform} <> '' BEGIN
      DELETE FROM ${c} WHERE ${c.platform} = ${added.platform} AND ${c.nameKey} = ${added.nameKey};
      DELETE FROM ${b} WHERE ${b.platform} = ${added.platform} AND ${b.nameKey} = ${added.nameKey};
      DELETE FROM ${pp} WHERE ${pp.kind} = 'channel' AND ${pp.platform} = ${added.platform} AND ${pp.subject} = ${added.nameKey}
        AND ${pp.removedAt} IS NULL;
      DELETE FROM ${pp} WHERE ${pp.kind} = 'event' AND ${pp.platform} = ${added.platform} AND ${pp.subject} IN
        (SELECT CAST(${events.id} AS text) FROM ${events} WHERE ${events.platform} = ${added.platform}
          AND lower(${events.streamingAccountName}) IN (${added.nameKey}, '@' || ${added.nameKey}));
    END`,
  opt_outs_after_account: ddl`AFTER INSERT ON ${streamingAccounts} BEGIN ${followOptOut} END`,
  opt_outs_after_account_change: ddl`AFTER UPDATE OF ${streamingAccounts.streamerId}, ${streamingAccounts.nameKey}, ${streamingAccounts.verifiedAt}
    ON ${streamingAccounts} BEGIN ${followOptOut} END`,
  opt_outs_after_channel: ddl`AFTER INSERT ON ${c} WHEN ${isChannelOptedOut} BEGIN ${forgetChannel} END`,
  opt_outs_after_channel_change: ddl`AFTER UPDATE OF ${c.platformId} ON ${c} WHEN ${isChannelOptedOut} BEGIN ${forgetChannel} END`,
}
