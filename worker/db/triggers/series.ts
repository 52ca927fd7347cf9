import { events } from '#worker/db/schema/events.ts'
import { ddl, replaceTexts, triggerRow, type Triggers } from '#worker/db/schema/trigger-sql.ts'

const before = triggerRow(events, 'old')
const after = triggerRow(events, 'new')
const { name, groupId, seriesId, seriesKey, id } = events

const letters = Object.entries({
  ÀÁÂÃÄÅàáâãäå: 'a',
  Çç: 'c',
  ÈÉÊËèéêë: 'e',
  ÌÍÎÏìíîï: 'i',
  Ññ: 'n',
  ÒÓÔÕÖØòóôõöø: 'o',
  ÙÚÛÜùúûü: 'u',
  ÝŸýÿ: 'y',
  Œœ: 'oe',
  Ææ: 'ae',
  ß: 'ss',
  '0123456789': '',
}).flatMap(([from, to]) => [...from].map((letter) => [`'${letter}'`, to] as const))
const marks = ['768', '769', '770', '771', '776', '778', '807', ' ', '9', '10', '13', '160', '8239']
const spaces = marks.map((mark) => [mark === ' ' ? `' '` : `char(${mark})`, ''] as const)

/** Without digits, spaces, case and accents; SQLite nests fewer calls than there are letters. */
function foldName(text: string): string {
  const all = [...letters, ...spaces]
  const steps = Array.from({ length: all.length / 14 }, (_, index) =>
    all.slice(index * 14, index * 14 + 14),
  )
  return steps.reduce(
    (inner, step) => `SELECT ${replaceTexts('`t`', step)} AS \`t\` FROM (${inner})`,
    `SELECT lower(${text}) AS \`t\``,
  )
}

export const seriesTriggers: Triggers = {
  events_series_after_insert: ddl`AFTER INSERT ON ${events}
    WHEN coalesce(${after.seriesId}, ${after.groupId}) IS NOT NULL
    BEGIN UPDATE ${events} SET ${seriesId} = ${seriesId} WHERE ${id} = ${after.id}; END`,
  events_series_after_update: ddl`AFTER UPDATE OF ${name}, ${groupId}, ${seriesId} ON ${events}
    WHEN (${before.name}, ${before.groupId}, ${before.seriesId}) IS NOT (${after.name}, ${after.groupId}, ${after.seriesId})
      OR ${after.seriesKey} IS NULL AND coalesce(${after.seriesId}, ${after.groupId}) IS NOT NULL
    BEGIN
      UPDATE ${events} SET ${seriesKey} = coalesce('s:' || ${after.seriesId},
        'g' || ${after.groupId} || ':' || (${foldName(after.name)})) WHERE ${id} = ${after.id};
    END`,
}
