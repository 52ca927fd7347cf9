import { getTableName, type Column, type Table } from 'drizzle-orm'
import { eventGroups, games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import {
  ddl,
  buildReplaceSql,
  triggerRow,
  type TriggerRow,
  type Triggers,
} from '#worker/db/schema/trigger-sql.ts'

type SearchIndexEntry = {
  /** Begins with the kind, then what ranks it. */
  number: string
  name: string
  alias: string
  /** A change of these values writes the entry again. */
  compared: string[]
  where?: string
}

function searchIndexTriggers<Of extends Table>(
  table: Of,
  watched: Column[],
  entryOf: (row: TriggerRow<Of>) => SearchIndexEntry,
): Triggers {
  const [before, after] = [entryOf(triggerRow(table, 'old')), entryOf(triggerRow(table, 'new'))]
  const { number, name, alias, where } = after
  const condition = where ? ` WHERE ${where}` : ''
  const add = `INSERT INTO \`search_entries\` SELECT ${number}, ${name}, ${alias}${condition};`
  const remove = `DELETE FROM \`search_names\` WHERE \`rowid\` = ${before.number};`
  const tuple = ({ compared }: SearchIndexEntry) =>
    compared.length > 1 ? `(${compared.join(', ')})` : String(compared[0])
  const columns = watched.map((column) => ddl`${column}`).join(', ')
  const prefix = `search_${getTableName(table)}_after`
  return {
    [`${prefix}_insert`]: ddl`AFTER INSERT ON ${table} BEGIN ${add} END`,
    [`${prefix}_update`]: ddl`AFTER UPDATE OF ${columns} ON ${table}
      WHEN ${tuple(before)} IS NOT ${tuple(after)} BEGIN ${remove} ${add} END`,
    [`${prefix}_delete`]: ddl`AFTER DELETE ON ${table} BEGIN ${remove} END`,
  }
}

const kind = { event: 1n, group: 2n, game: 3n, streamer: 4n, participant: 5n, account: 6n }
const rank = 2n ** 32n

function firstNumberOfKind(name: keyof typeof kind): string {
  return String(kind[name] * 2n ** 60n)
}

const removeSpacesSql = (name: string) => `replace(${name}, ' ', '')`

const letters = Object.entries({
  œŒ: 'oe',
  æÆ: 'ae',
  ßẞ: 'ss',
  øØ: 'o',
  łŁ: 'l',
  đĐðÐ: 'd',
  þÞ: 'th',
  ı: 'i',
}).flatMap(([from, to]) => [...from].map((letter) => [`'${letter}'`, to] as const))
const separators = ['-', '_', ':', ',', '.', `''`, '’', '"'].map(
  (separator) => [`'${separator}'`, ' '] as const,
)
const characterPair = '[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]'.repeat(2)
const positions = JSON.stringify(Array.from({ length: 240 }, (_, index) => index + 1))
const text = "new.`name` || ' ' || new.`alias`"
const allTexts = `new.\`name\` || ' ' || replace(new.\`name\`, ' ', '') || ' ' || new.\`alias\``

export const searchTriggers: Triggers = {
  ...searchIndexTriggers(
    events,
    [events.status, events.startAt, events.name, events.streamingAccountName],
    ({ id, status, startAt, name, streamingAccountName }) => {
      const number = `${firstNumberOfKind('event')} + max(${startAt}, 0) / 60000 * ${rank} + ${id}`
      return {
        number,
        name,
        alias: `coalesce(${streamingAccountName}, '')`,
        compared: [status, name, streamingAccountName, number],
        where: `${status} = 'approved'`,
      }
    },
  ),
  ...searchIndexTriggers(eventGroups, [eventGroups.name], ({ id, name }) => ({
    number: `${firstNumberOfKind('group')} + ${id}`,
    name,
    alias: removeSpacesSql(name),
    compared: [name],
  })),
  ...searchIndexTriggers(games, [games.name, games.followCount], ({ id, name, followCount }) => {
    const number = `${firstNumberOfKind('game')} + length(${followCount}) * ${rank} + ${id}`
    return { number, name, alias: removeSpacesSql(name), compared: [name, number] }
  }),
  ...searchIndexTriggers(
    streamers,
    [streamers.displayName, streamers.platformFollowers, streamers.followCount],
    ({ id, displayName: name, platformFollowers, followCount }) => {
      const followers = `max(coalesce(${platformFollowers}, 0), ${followCount})`
      const number = `${firstNumberOfKind('streamer')} + length(${followers}) * ${rank} + ${id}`
      return { number, name, alias: removeSpacesSql(name), compared: [name, number] }
    },
  ),
  ...searchIndexTriggers(
    eventParticipants,
    [eventParticipants.displayName, eventParticipants.account],
    ({ eventId, position, displayName: name, account }) => ({
      number: `${firstNumberOfKind('participant')} + ${eventId} * 256 + ${position}`,
      name,
      alias: `coalesce(${account}, '')`,
      compared: [name, account],
    }),
  ),
  ...searchIndexTriggers(streamingAccounts, [streamingAccounts.name], ({ id, name }) => ({
    number: `${firstNumberOfKind('account')} + ${id}`,
    name,
    alias: `''`,
    compared: [name],
  })),
  search_entries_insert: `INSTEAD OF INSERT ON \`search_entries\` BEGIN
    INSERT INTO \`search_names\` (\`rowid\`, \`name\`) VALUES (new.\`number\`,
      'zq' || substr(new.\`name\`, 1, instr(new.\`name\` || ' ', ' ') - 1) || ' ' || new.\`name\`
        || ' ' || replace(new.\`name\`, ' ', '') || ' ' || new.\`alias\`
        || CASE WHEN ${text} GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı]*' THEN ' zq' || ${buildReplaceSql(allTexts, letters)} ELSE '' END
        || CASE WHEN ${text} GLOB '*${characterPair}*'
          THEN coalesce((SELECT group_concat(' ' || p.\`pair\`, '')
            FROM (SELECT substr(${text}, n.\`value\`, 2) AS \`pair\` FROM json_each('${positions}') n) p
            WHERE p.\`pair\` GLOB '${characterPair}'), '')
          ELSE '' END);
    INSERT INTO \`search_words\` (\`word\`) SELECT lower(w.\`value\`)
      FROM json_each('[' || replace(json_quote(${buildReplaceSql(text, separators)}), ' ', '","') || ']') w
      WHERE length(w.\`value\`) BETWEEN 3 AND 40 ON CONFLICT DO NOTHING;
  END`,
  search_words_after_insert: `AFTER INSERT ON \`search_words\` BEGIN
    INSERT INTO \`search_word_parts\` (\`rowid\`, \`word\`) VALUES (new.\`id\`, ' ' || new.\`word\` || ' ');
  END`,
}
