import { signInCodes, users } from '#worker/db/schema/accounts.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, hypes, participationAnswers } from '#worker/db/schema/events.ts'
import { ddl, triggerRow, type TriggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const oldUser = triggerRow(users, 'old')
const newUser = triggerRow(users, 'new')
const oldStreamer = triggerRow(streamers, 'old')
const newStreamer = triggerRow(streamers, 'new')
const hype = triggerRow(hypes, 'new')
const answer = triggerRow(participationAnswers, 'new')
const newParticipant = triggerRow(eventParticipants, 'new')

const isShownOnHypesSql = ({ isShownOnHypes, isActive, isSoftBanned }: TriggerRow<typeof users>) =>
  `${isShownOnHypes} AND ${isActive} AND NOT ${isSoftBanned}`
const answers = participationAnswers
const takeOff = ddl`WHEN ${answer.answer} = 'removed' BEGIN
  DELETE FROM ${eventParticipants}
    WHERE ${eventParticipants.eventId} = ${answer.eventId} AND ${eventParticipants.streamerId} = ${answer.streamerId};
END`

export const peopleTriggers: Triggers = {
  hypes_shown_after_insert: ddl`AFTER INSERT ON ${hypes}
    WHEN EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${hype.userId}
      AND ${users.isShownOnHypes} = 1 AND ${users.isActive} = 1 AND ${users.isSoftBanned} = 0)
    BEGIN
      UPDATE ${hypes} SET ${hypes.isShown} = 1 WHERE ${hypes.eventId} = ${hype.eventId} AND ${hypes.userId} = ${hype.userId};
    END`,
  hypes_shown_after_choice: ddl`AFTER UPDATE OF ${users.isShownOnHypes}, ${users.isActive}, ${users.isSoftBanned} ON ${users}
    WHEN (${isShownOnHypesSql(oldUser)}) IS NOT (${isShownOnHypesSql(newUser)})
    BEGIN
      UPDATE ${hypes} SET ${hypes.isShown} = ${isShownOnHypesSql(newUser)} WHERE ${hypes.userId} = ${newUser.id};
    END`,
  sign_in_codes_address_left: ddl`AFTER UPDATE OF ${users.emailKey} ON ${users}
    WHEN ${oldUser.emailKey} IS NOT NULL AND ${newUser.emailKey} IS NOT ${oldUser.emailKey}
    BEGIN DELETE FROM ${signInCodes} WHERE ${signInCodes.emailKey} = ${oldUser.emailKey}; END`,
  streamers_name_unread: ddl`AFTER UPDATE OF ${streamers.displayName} ON ${streamers}
    WHEN ${newStreamer.displayName} IS NOT ${oldStreamer.displayName}
    BEGIN
      UPDATE ${streamers} SET ${streamers.nameSkeleton} = NULL, ${streamers.isNameReserved} = 0 WHERE ${streamers.id} = ${newStreamer.id};
    END`,
  participation_answers_after_insert: ddl`AFTER INSERT ON ${answers} ${takeOff}`,
  participation_answers_after_update: ddl`AFTER UPDATE ON ${answers} ${takeOff}`,
  participation_answers_after_link: ddl`AFTER UPDATE OF ${eventParticipants.streamerId} ON ${eventParticipants}
    WHEN EXISTS (SELECT 1 FROM ${answers} r
      WHERE r.${answers.eventId} = ${newParticipant.eventId} AND r.${answers.streamerId} = ${newParticipant.streamerId} AND r.${answers.answer} = 'removed')
    BEGIN
      DELETE FROM ${eventParticipants} WHERE ${eventParticipants.eventId} = ${newParticipant.eventId} AND ${eventParticipants.position} = ${newParticipant.position};
    END`,
  participation_answers_before_insert: ddl`BEFORE INSERT ON ${eventParticipants}
    WHEN EXISTS (SELECT 1 FROM ${answers} r
      WHERE r.${answers.eventId} = ${newParticipant.eventId} AND r.${answers.answer} = 'removed' AND (
        r.${answers.streamerId} = ${newParticipant.streamerId}
        OR ${newParticipant.streamerId} IS NULL AND ${newParticipant.account} IS NULL AND lower(r.${answers.displayName}) = lower(${newParticipant.displayName})
        OR ${newParticipant.streamerId} IS NULL AND EXISTS (SELECT 1 FROM ${streamingAccounts} a
          WHERE a.${streamingAccounts.streamerId} = r.${answers.streamerId} AND a.${streamingAccounts.verifiedAt} IS NOT NULL
            AND a.${streamingAccounts.platform} = ${newParticipant.platform} AND a.${streamingAccounts.nameKey} = lower(ltrim(${newParticipant.account}, '@')))))
    BEGIN SELECT RAISE(IGNORE); END`,
}
