import type { ImportedValues } from '#worker/features/events/fields.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import type { EventRow, RowProblem } from './contract.ts'
import { readEventTimes } from './event-times.ts'
import type { FileRow } from './file-rows.ts'
import { nameKeyOf } from './names.ts'

type Channel = { platform: string; account: string }
type Participant = {
  display_name: string
  platform: string | null
  account: string | null
  account_key: string | null
  name_key: string
}

/** An event as it is written, named by columns; games, groups and streamers by their keys. */
export type EventFacts = ImportedValues & {
  import_key: string
  source: string
  game_key: string | null
  group_key: string | null
  group_name: string | null
  channels: Channel[]
  participants: Participant[]
}

export type MappedRow =
  { facts: EventFacts; line: number } | { skipped: RowProblem } | { bad: RowProblem }

function channelsOf({ other_accounts: others }: EventRow): Channel[] {
  return (others ?? []).flatMap(({ platform, account }) => (account ? [{ platform, account }] : []))
}

function participantsOf({ participants }: EventRow): Participant[] {
  return (participants ?? []).map((one) => ({
    ...one,
    account_key: one.account && accountKey(one.account),
    name_key: nameKeyOf(one.display_name),
  }))
}

/** A row of an event file as an event, or why it cannot be one. `now` tells this import from later changes. */
export function mapEvent({ line, row, source }: FileRow<EventRow>, now: number): MappedRow {
  const problem = { line, row: row.name }
  if (!row.platform) {
    return { skipped: { ...problem, field: 'platform', reason: 'no platform is known' } }
  }
  const times = readEventTimes(row)
  if ('reason' in times) return { bad: { ...problem, ...times } }
  return {
    line,
    facts: {
      import_key: row.id,
      name: row.name,
      description: row.description ?? '',
      start_at: times.startAt,
      end_at: times.endAt,
      timezone: times.timezone,
      time_certainty: times.timeCertainty,
      language: row.language,
      platform: row.platform,
      streaming_account_name: row.streaming_account_name,
      category: row.category,
      proof_url: row.proof_url,
      additional_info: row.additional_info,
      source: JSON.stringify({ ...source, imported_at: now }),
      game_key: row.game && nameKeyOf(row.game),
      group_key: row.group && nameKeyOf(row.group),
      group_name: row.group,
      channels: channelsOf(row),
      participants: participantsOf(row),
    },
  }
}
