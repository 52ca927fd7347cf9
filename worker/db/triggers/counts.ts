import { getTableName, type Column, type Table } from 'drizzle-orm'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { ddl, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

type RowCounter = { of: Table; key: Column; counted: Table & { id: Column }; count: Column }

function rowCountTriggers({ of, key, counted, count }: RowCounter): Triggers {
  const change = (sign: '+' | '-', row: 'old' | 'new') =>
    ddl`BEGIN UPDATE ${counted} SET ${count} = ${count} ${sign} 1 WHERE ${counted.id} = ${row}.${key}; END`
  return {
    [`${getTableName(of)}_after_insert`]: ddl`AFTER INSERT ON ${of} ${change('+', 'new')}`,
    [`${getTableName(of)}_after_delete`]: ddl`AFTER DELETE ON ${of} ${change('-', 'old')}`,
  }
}

const before = triggerRow(events, 'old')
const after = triggerRow(events, 'new')
const { id, eventCount } = eventGroups

export const countTriggers: Triggers = {
  ...rowCountTriggers({ of: hypes, key: hypes.eventId, counted: events, count: events.hypeCount }),
  ...rowCountTriggers({
    of: gameFollows,
    key: gameFollows.gameId,
    counted: games,
    count: games.followCount,
  }),
  ...rowCountTriggers({
    of: groupFollows,
    key: groupFollows.groupId,
    counted: eventGroups,
    count: eventGroups.followCount,
  }),
  ...rowCountTriggers({
    of: streamerFollows,
    key: streamerFollows.streamerId,
    counted: streamers,
    count: streamers.followCount,
  }),
  event_count_after_insert: ddl`AFTER INSERT ON ${events}
    WHEN ${after.status} = 'approved' AND ${after.groupId} IS NOT NULL
    BEGIN
      UPDATE ${eventGroups} SET ${eventCount} = ${eventCount} + 1 WHERE ${id} = ${after.groupId};
    END`,
  event_count_after_update: ddl`AFTER UPDATE OF ${events.status}, ${events.groupId} ON ${events}
    WHEN (${before.status} = 'approved', ${before.groupId}) IS NOT (${after.status} = 'approved', ${after.groupId})
    BEGIN
      UPDATE ${eventGroups} SET ${eventCount} = ${eventCount} - 1
        WHERE ${id} = ${before.groupId} AND ${before.status} = 'approved';
      UPDATE ${eventGroups} SET ${eventCount} = ${eventCount} + 1
        WHERE ${id} = ${after.groupId} AND ${after.status} = 'approved';
    END`,
  event_count_after_delete: ddl`AFTER DELETE ON ${events}
    WHEN ${before.status} = 'approved' AND ${before.groupId} IS NOT NULL
    BEGIN
      UPDATE ${eventGroups} SET ${eventCount} = ${eventCount} - 1 WHERE ${id} = ${before.groupId};
    END`,
}
