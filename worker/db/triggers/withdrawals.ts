import { users } from '#worker/db/schema/accounts.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { notificationChannels } from '#worker/db/schema/notifications.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { ddl, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'
import { withdrawals, type WithdrawalKind } from '#worker/db/schema/withdrawals.ts'

const oldUser = triggerRow(users, 'old')
const newUser = triggerRow(users, 'new')
const newSwitch = triggerRow(notificationChannels, 'new')
const newOptOut = triggerRow(optOuts, 'new')
const oldFeed = triggerRow(calendarFeeds, 'old')
const oldPicture = triggerRow(platformPictures, 'old')
const newPicture = triggerRow(platformPictures, 'new')

const { kind, userId, userCreatedAt, detail, at, storedAt } = withdrawals
const into = ddl`INSERT INTO ${withdrawals} (${kind}, ${userId}, ${userCreatedAt}, ${detail}, ${at})`
const now = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`

type Person = { id: string; createdAt: string }

function recordSql(person: Person, of: WithdrawalKind): string {
  return `${into} VALUES ('${of}', ${person.id}, ${person.createdAt}, NULL, ${now});`
}

function recordOf(person: Person, of: WithdrawalKind): string {
  return `BEGIN ${recordSql(person, of)} END`
}

function recordDetail(of: WithdrawalKind, person: string, text: string): string {
  return ddl`BEGIN ${into} SELECT '${of}', ${users.id}, ${users.createdAt}, ${text}, ${now}
    FROM ${users} WHERE ${users.id} = ${person}; END`
}

const switchedOff = ddl`WHEN NOT ${newSwitch.isEnabled}
  ${recordDetail('notification', newSwitch.userId, `${newSwitch.kind} || ' ' || ${newSwitch.channel}`)}`
const pictureRemoved = ddl`BEGIN ${into} VALUES ('picture', NULL, NULL,
  json_array(${newPicture.kind}, ${newPicture.platform}, ${newPicture.subject}, ${newPicture.removedBy}), ${now}); END`

export const withdrawalTriggers: Triggers = {
  // With the account goes what else it took back.
  withdrawals_account: ddl`AFTER DELETE ON ${users} BEGIN
    DELETE FROM ${withdrawals} WHERE ${userId} = ${oldUser.id} AND ${storedAt} IS NULL;
    ${recordSql(oldUser, 'account')} END`,
  withdrawals_marketing: ddl`AFTER UPDATE OF ${users.marketingOptIn} ON ${users}
    WHEN ${oldUser.marketingOptIn} AND ${newUser.marketingOptIn} IS NOT 1 ${recordOf(newUser, 'marketing')}`,
  withdrawals_leaderboard: ddl`AFTER UPDATE OF ${users.isOnLeaderboard} ON ${users}
    WHEN ${oldUser.isOnLeaderboard} AND NOT ${newUser.isOnLeaderboard} ${recordOf(newUser, 'leaderboard')}`,
  withdrawals_rewards: ddl`AFTER UPDATE OF ${users.isGamified} ON ${users}
    WHEN ${oldUser.isGamified} AND NOT ${newUser.isGamified} ${recordOf(newUser, 'rewards')}`,
  withdrawals_hype_faces: ddl`AFTER UPDATE OF ${users.isShownOnHypes} ON ${users}
    WHEN ${oldUser.isShownOnHypes} AND NOT ${newUser.isShownOnHypes} ${recordOf(newUser, 'hype_faces')}`,
  withdrawals_digest: ddl`AFTER UPDATE OF ${users.digest} ON ${users}
    WHEN ${oldUser.digest} <> 'off' AND ${newUser.digest} = 'off' ${recordOf(newUser, 'digest')}`,
  withdrawals_discord: ddl`AFTER UPDATE OF ${users.discordWebhook} ON ${users}
    WHEN ${oldUser.discordWebhook} IS NOT NULL AND ${newUser.discordWebhook} IS NULL ${recordOf(newUser, 'discord')}`,
  withdrawals_notification_insert: ddl`AFTER INSERT ON ${notificationChannels} ${switchedOff}`,
  withdrawals_notification_update: ddl`AFTER UPDATE ON ${notificationChannels} ${switchedOff}`,
  withdrawals_calendar_feed: ddl`AFTER DELETE ON ${calendarFeeds}
    ${recordDetail('calendar_feed', oldFeed.userId, oldFeed.tokenHash)}`,
  withdrawals_opt_out: ddl`AFTER INSERT ON ${optOuts} BEGIN ${into} VALUES ('opt_out', NULL, NULL,
    json_array(${newOptOut.platform}, ${newOptOut.nameKey}, ${newOptOut.platformId}), ${now}); END`,
  withdrawals_picture_insert: ddl`AFTER INSERT ON ${platformPictures}
    WHEN ${newPicture.removedAt} IS NOT NULL ${pictureRemoved}`,
  withdrawals_picture_update: ddl`AFTER UPDATE OF ${platformPictures.removedAt} ON ${platformPictures}
    WHEN ${oldPicture.removedAt} IS NULL AND ${newPicture.removedAt} IS NOT NULL ${pictureRemoved}`,
}
