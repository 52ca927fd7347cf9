import { sql, type SQL } from 'drizzle-orm'
import { contains } from '#worker/db/conditions.ts'
import { games } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { AgendaQuery } from './contract.ts'

const e = alias(events, 'e')
const ep = alias(eventParticipants, 'ep')

/**
 * Typed names stand for whatever they are a part of: any such game; any such channel or
 * participant. So the fields work as they are, and suggestions only make the choice exact.
 */
export function namesLike({
  game_q: game,
  streamer_q: streamer,
}: Pick<AgendaQuery, 'game_q' | 'streamer_q'>): SQL {
  const ofGame = sql` and ${e.gameId} in
    (select ${games.id} from ${games} where ${contains(games.nameKey, game.toLowerCase())})`
  const ofStreamer = sql` and (${contains(e.streamingAccountName, streamer)} or exists
    (select 1 from ${ep} where ${ep.eventId} = ${e.id}
      and (${contains(ep.displayName, streamer)} or ${contains(ep.account, streamer)})))`
  return sql.join([game ? ofGame : sql``, streamer ? ofStreamer : sql``])
}
