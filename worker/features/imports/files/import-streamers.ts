import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { a, s } from '#worker/db/aliases.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { jsonRow, jsonRowList, type RowOf } from '#worker/db/row.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, jsonField, jsonRows } from '#worker/db/writes.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { insertInBulk, updateInBulk } from './bulk.ts'
import { StreamerFileRow, type FileImportReport } from './contract.ts'
import { type FileRow, type FileRows } from './file-rows.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { decideRowOutcome, toImportReport, type RowOutcome } from './report.ts'

const n = alias(streamers, 'n')

const factColumns = {
  displayName: s.displayName,
  language: s.language,
  platformFollowers: s.platformFollowers,
}
type StreamerFacts = RowOf<typeof factColumns>

const storedColumns = {
  id: s.id,
  nameKey: s.nameKey,
  source: s.source,
  facts: jsonRow(factColumns),
  /** `platform:name` keys. */
  accounts: jsonRowList(
    { key: sql<string>`${a.platform} || ':' || ${a.nameKey}` },
    sql`from ${a} where ${a.streamerId} = ${s.id}`,
  ),
}
type StoredStreamer = RowOf<typeof storedColumns>

/** A streamer of the file: several rows when they stream on several platforms. */
type ImportPlan = {
  stored: StoredStreamer | undefined
  accounts: Set<string>
  rows: FileRow<StreamerFileRow>[]
}

const StoredSource = v.object({ rows: v.array(v.looseObject({})) })

function toAccountKey({ platform, account }: StreamerFileRow): string | undefined {
  return platform && account ? `${platform}:${accountKey(account)}` : undefined
}

function toRowKey(row: StreamerFileRow): string {
  return toAccountKey(row) ?? toNameKey(row.display_name)
}

function mergeStreamerFacts(list: StreamerFileRow[]): StreamerFacts {
  const followers = list.flatMap((row) => row.followers ?? [])
  // In the order in which they are stored.
  return {
    displayName: list[0]?.display_name ?? '',
    language: list.find((row) => row.language)?.language ?? null,
    platformFollowers: followers.length > 0 ? Math.max(...followers) : null,
  }
}

function parseSourceRows(source: unknown): Record<string, unknown>[] | undefined {
  const result = v.safeParse(StoredSource, source)
  return result.success ? result.output.rows : undefined
}

function parseStreamerFacts(source: unknown): StreamerFacts | undefined {
  const result = v.safeParse(v.array(StreamerFileRow), parseSourceRows(source))
  return result.success ? mergeStreamerFacts(result.output) : undefined
}

async function findStoredStreamers(
  db: Database,
  list: StreamerFileRow[],
): Promise<StoredStreamer[]> {
  const wanted = list.map((row) => ({
    platform: row.platform,
    account: row.account && accountKey(row.account),
    name: toNameKey(row.display_name),
  }))
  const { stored } = await batch(db, 'read', {
    stored: select(
      storedColumns,
      sql`from ${s} where ${s.id} in (
          select ${a.streamerId} from ${jsonRows(wanted)} join ${a}
            on ${a.platform} = ${jsonField('platform')} and ${a.nameKey} = ${jsonField('account')}
          union select ${n.id} from ${jsonRows(wanted)} join ${n}
            on ${n.nameKey} = ${jsonField('name')} and ${n.source} is not null)
        order by ${s.id}`,
    ),
  })
  return stored
}

/** A row belongs to who has its account, else to an imported namesake not yet on that platform. */
function belongsToPlan(plan: ImportPlan, row: StreamerFileRow): boolean {
  const names = [...plan.rows.map((one) => toNameKey(one.row.display_name)), plan.stored?.nameKey]
  if (!names.includes(toNameKey(row.display_name))) return false
  if (plan.stored?.source === null) return false
  return ![...plan.accounts].some((account) => row.platform && account.startsWith(row.platform))
}

function planStreamerImports(
  list: FileRow<StreamerFileRow>[],
  stored: StoredStreamer[],
): ImportPlan[] {
  const plans: ImportPlan[] = stored.map((one) => ({
    stored: one,
    accounts: new Set(one.accounts.map(({ key }) => key)),
    rows: [],
  }))
  for (const fileRow of list) {
    const account = toAccountKey(fileRow.row)
    const plan =
      plans.find(({ accounts }) => account && accounts.has(account)) ??
      plans.find((one) => belongsToPlan(one, fileRow.row))
    if (account) plan?.accounts.add(account)
    if (plan) plan.rows.push(fileRow)
    else
      plans.push({ stored: undefined, accounts: new Set([account ?? []].flat()), rows: [fileRow] })
  }
  return plans.filter((plan) => plan.rows.length > 0)
}

/** The stored rows, each replaced by the file's row of the same account, and the new ones. */
function mergeSourceRows({ stored, rows: fresh }: ImportPlan): Record<string, unknown>[] {
  const earlier = parseSourceRows(JSON.parse(stored?.source ?? 'null')) ?? []
  const merged = new Map(earlier.map((one) => [toRowKey(v.parse(StreamerFileRow, one)), one]))
  for (const { row, source } of fresh) merged.set(toRowKey(row), source)
  return [...merged.values()]
}

type StreamerWrite = StreamerFacts & {
  id: StreamerId | undefined
  nameKey: string
  source: string
  createdAt: number
}
type AccountWrite = {
  platform: Platform
  name: string
  nameKey: string
  id: StreamerId | undefined
  source: string
}
type StreamerChange = {
  outcome: RowOutcome
  outcomes: RowOutcome[]
  streamer: StreamerWrite
  accounts: AccountWrite[]
}

function buildStreamerChange(plan: ImportPlan, now: number): StreamerChange {
  const { stored } = plan
  const merged = mergeSourceRows(plan)
  const source = JSON.stringify({ rows: merged })
  const outcome = decideRowOutcome(stored, parseStreamerFacts, source)
  const facts = mergeStreamerFacts(v.parse(v.array(StreamerFileRow), merged))
  const known = new Set(
    (parseSourceRows(JSON.parse(stored?.source ?? 'null')) ?? []).map((one) => JSON.stringify(one)),
  )
  const isKnown = (one: FileRow<StreamerFileRow>) => known.has(JSON.stringify(one.source))
  return {
    outcome,
    outcomes: plan.rows.map((one) =>
      outcome === 'updated' && isKnown(one) ? 'unchanged' : outcome,
    ),
    streamer: {
      ...facts,
      id: stored?.id,
      nameKey: toNameKey(facts.displayName),
      source,
      createdAt: now,
    },
    accounts: outcome === 'kept' ? [] : listAccountWrites(plan, source),
  }
}

function listAccountWrites(plan: ImportPlan, source: string): AccountWrite[] {
  return plan.rows.flatMap(({ row: { platform, account } }) =>
    platform && account
      ? [{ platform, name: account, nameKey: accountKey(account), id: plan.stored?.id, source }]
      : [],
  )
}

function insertAccounts(now: number, accounts: readonly AccountWrite[]): Statement {
  return insert(
    streamingAccounts,
    {
      streamerId: s.id,
      platform: jsonField<Platform>('platform'),
      name: jsonField<string>('name'),
      nameKey: jsonField<string>('nameKey'),
      createdAt: now,
    },
    {
      from: sql`${jsonRows(accounts)} join ${s} on ${s.id} = ${jsonField('id')}
        or (${jsonField('id')} is null and ${s.createdAt} = ${now} and ${s.source} = ${jsonField('source')})`,
      onConflict: sql`do nothing`,
    },
  )
}

const written = ['displayName', 'language', 'platformFollowers', 'nameKey', 'source'] as const

export async function importStreamers(
  db: Database,
  now: number,
  file: Extract<FileRows, { kind: 'streamers' }>,
): Promise<FileImportReport> {
  const stored = await findStoredStreamers(
    db,
    file.rows.map(({ row }) => row),
  )
  const changes = planStreamerImports(file.rows, stored).map((plan) =>
    buildStreamerChange(plan, now),
  )
  const streamersThatAre = (outcome: RowOutcome) =>
    changes.filter((change) => change.outcome === outcome).map(({ streamer }) => streamer)
  await batch(db, 'write', [
    insertInBulk(streamers, [...written, 'createdAt'], streamersThatAre('added')),
    updateInBulk(streamers, written, streamersThatAre('updated')),
    insertAccounts(
      now,
      changes.flatMap(({ accounts }) => accounts),
    ),
  ])
  return toImportReport(
    'streamers',
    changes.flatMap(({ outcomes }) => outcomes),
    file,
  )
}
