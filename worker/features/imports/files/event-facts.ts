import type { Platform } from '#worker/contracts/enumerations.ts'
import type { FileImportValues } from '#worker/features/events/fields.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import type { EventFileRow, RowProblem } from './contract.ts'
import { readEventTimes } from './event-times.ts'
import type { FileRow } from './file-rows.ts'
import { toNameKey } from '#worker/features/directory/names.ts'

type ChannelFacts = { platform: Platform; account: string }
type ParticipantFacts = {
  displayName: string
  platform: Platform | null
  account: string | null
  accountKey: string | null
  nameKey: string
}

export type ImportableEvent = FileImportValues & {
  importKey: string
  source: string
  gameKey: string | null
  groupKey: string | null
  groupName: string | null
  channels: ChannelFacts[]
  participants: ParticipantFacts[]
}

export type MappedEventRow =
  { facts: ImportableEvent; line: number } | { skipped: RowProblem } | { bad: RowProblem }

function listChannels({ other_accounts: others }: EventFileRow): ChannelFacts[] {
  return (others ?? []).flatMap(({ platform, account }) => (account ? [{ platform, account }] : []))
}

function listParticipants({ participants }: EventFileRow): ParticipantFacts[] {
  return (participants ?? []).map(({ display_name: displayName, platform, account }) => ({
    displayName,
    platform,
    account,
    accountKey: account && accountKey(account),
    nameKey: toNameKey(displayName),
  }))
}

/** `now` tells this import from later changes. */
export function mapEventRow(
  { line, row, source }: FileRow<EventFileRow>,
  now: number,
): MappedEventRow {
  const problem = { line, row: row.name }
  if (!row.platform) {
    return { skipped: { ...problem, field: 'platform', reason: 'no platform is known' } }
  }
  const times = readEventTimes(row)
  if ('reason' in times) return { bad: { ...problem, ...times } }
  return {
    line,
    facts: {
      importKey: row.id,
      name: row.name,
      description: row.description ?? '',
      startAt: times.startAt,
      endAt: times.endAt,
      timezone: times.timezone,
      timeCertainty: times.timeCertainty,
      language: row.language,
      platform: row.platform,
      streamingAccountName: row.streaming_account_name,
      category: row.category,
      proofUrl: row.proof_url,
      additionalInfo: row.additional_info,
      source: JSON.stringify({ ...source, imported_at: now }),
      gameKey: row.game && toNameKey(row.game),
      groupKey: row.group && toNameKey(row.group),
      groupName: row.group,
      channels: listChannels(row),
      participants: listParticipants(row),
    },
  }
}
