import { users } from '#worker/db/schema/accounts.ts'
import {
  achievementHolderCounts,
  achievementProgress,
  leaderboardCounts,
  leaderboardEntries,
  trustEntries,
  unlockedAchievements,
  xpEntries,
} from '#worker/db/schema/gamification.ts'
import { ddl, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const unlocked = triggerRow(unlockedAchievements, 'new')
const lost = triggerRow(unlockedAchievements, 'old')
const { achievement, holders } = achievementHolderCounts
const addHolderSql = (
  name: string,
) => ddl`INSERT INTO ${achievementHolderCounts} VALUES (${name}, 1)
  ON CONFLICT (${achievement}) DO UPDATE SET ${holders} = ${holders} + 1;`
const removeHolderSql = (name: string) =>
  ddl`UPDATE ${achievementHolderCounts} SET ${holders} = ${holders} - 1 WHERE ${achievement} = ${name};`

const xp = triggerRow(xpEntries, 'new')
const trust = triggerRow(trustEntries, 'new')

const oldUser = triggerRow(users, 'old')
const newUser = triggerRow(users, 'new')
const oldEntry = triggerRow(leaderboardEntries, 'old')
const newEntry = triggerRow(leaderboardEntries, 'new')
const { period, scale, bucket, members } = leaderboardCounts
const watchedEntry = ddl`${leaderboardEntries.xp}, ${leaderboardEntries.isShown} ON ${leaderboardEntries}`
const isOldCounted = `WHEN ${oldEntry.isShown} = 1 AND ${oldEntry.xp} > 0`
const isNewCounted = `WHEN ${newEntry.isShown} = 1 AND ${newEntry.xp} > 0`
const oldBuckets = ddl`(${scale} = 0 AND ${bucket} = ${oldEntry.xp} OR ${scale} = 7 AND ${bucket} = ${oldEntry.xp} >> 7)`
const removeMember = ddl`
  UPDATE ${leaderboardCounts} SET ${members} = ${members} - 1 WHERE ${period} = ${oldEntry.period} AND ${oldBuckets};
  DELETE FROM ${leaderboardCounts} WHERE ${period} = ${oldEntry.period} AND ${members} = 0 AND ${oldBuckets};`
const addMember = ddl`INSERT INTO ${leaderboardCounts} (${period}, ${scale}, ${bucket}, ${members})
  VALUES (${newEntry.period}, 0, ${newEntry.xp}, 1), (${newEntry.period}, 7, ${newEntry.xp} >> 7, 1)
  ON CONFLICT (${period}, ${scale}, ${bucket}) DO UPDATE SET ${members} = ${members} + 1;`

export const gamificationTriggers: Triggers = {
  unlocked_achievements_after_insert: ddl`AFTER INSERT ON ${unlockedAchievements} BEGIN ${addHolderSql(unlocked.achievement)} END`,
  unlocked_achievements_after_delete: ddl`AFTER DELETE ON ${unlockedAchievements} BEGIN ${removeHolderSql(lost.achievement)}
    DELETE FROM ${achievementHolderCounts} WHERE ${achievement} = ${lost.achievement} AND ${holders} = 0; END`,
  users_after_insert_holders: ddl`AFTER INSERT ON ${users} BEGIN ${addHolderSql(`'members'`)} END`,
  users_after_delete_holders: ddl`AFTER DELETE ON ${users} BEGIN ${removeHolderSql(`'members'`)} END`,
  users_after_update_ranked: ddl`AFTER UPDATE OF ${users.isActive}, ${users.isSoftBanned}, ${users.isOnLeaderboard},
      ${users.isGamified}, ${users.leaderboardExcludedAt}, ${users.gamificationSuspendedAt}, ${users.leaderboardToldAt} ON ${users}
    WHEN ${newUser.isListed} <> ${oldUser.isListed} BEGIN
      UPDATE ${leaderboardEntries} SET ${leaderboardEntries.isShown} = ${newUser.isListed} WHERE ${leaderboardEntries.userId} = ${newUser.id};
    END`,
  leaderboard_entries_after_insert: ddl`AFTER INSERT ON ${leaderboardEntries} ${isNewCounted} BEGIN ${addMember} END`,
  leaderboard_entries_after_update_in: ddl`AFTER UPDATE OF ${watchedEntry} ${isNewCounted} BEGIN ${addMember} END`,
  leaderboard_entries_after_update_out: ddl`AFTER UPDATE OF ${watchedEntry} ${isOldCounted} BEGIN ${removeMember} END`,
  leaderboard_entries_after_delete: ddl`AFTER DELETE ON ${leaderboardEntries} ${isOldCounted} BEGIN ${removeMember} END`,
  trust_entries_after_insert: ddl`AFTER INSERT ON ${trustEntries} BEGIN
    UPDATE ${users} SET ${users.trust} = max(0, min(100, 50 + (SELECT sum(${trustEntries.delta}) FROM ${trustEntries} WHERE ${trustEntries.userId} = ${trust.userId}))) WHERE ${users.id} = ${trust.userId};
  END`,
  xp_entries_after_insert: ddl`AFTER INSERT ON ${xpEntries} BEGIN
    UPDATE ${users} SET ${users.totalXp} = ${users.totalXp} + ${xp.points} WHERE ${users.id} = ${xp.userId};
  END`,
  xp_entries_after_insert_leaderboard: ddl`AFTER INSERT ON ${xpEntries} WHEN ${xp.points} <> 0 BEGIN
    INSERT INTO ${leaderboardEntries} (${leaderboardEntries.period}, ${leaderboardEntries.userId}, ${leaderboardEntries.xp}, ${leaderboardEntries.isShown})
      SELECT j.\`value\`, u.${users.id}, ${xp.points}, u.${users.isListed} FROM ${users} u, json_each(json_array('all',
        'month-' || strftime('%Y-%m', ${xp.at} / 1000, 'unixepoch'),
        'week-' || date(${xp.at} / 1000, 'unixepoch', '-6 days', 'weekday 1'))) j
      WHERE u.${users.id} = ${xp.userId}
      ON CONFLICT (${leaderboardEntries.period}, ${leaderboardEntries.userId})
      DO UPDATE SET ${leaderboardEntries.xp} = ${leaderboardEntries.xp} + excluded.${leaderboardEntries.xp};
  END`,
  xp_entries_after_insert_progress: ddl`AFTER INSERT ON ${xpEntries} WHEN ${xp.isReversal} = 0 AND ${xp.round} = 0 BEGIN
    INSERT INTO ${achievementProgress} (${achievementProgress.userId}, ${achievementProgress.counter}, ${achievementProgress.value})
      SELECT ${xp.userId}, j.\`value\`, 1 FROM json_each(${xp.traits}) j WHERE true
      ON CONFLICT (${achievementProgress.userId}, ${achievementProgress.counter})
      DO UPDATE SET ${achievementProgress.value} = ${achievementProgress}.${achievementProgress.value} + 1;
  END`,
}
