import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { a, s } from '#worker/db/aliases.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { jsonArraySql, jsonRowList, parseJsonRow, type RowOf } from '#worker/db/row.ts'
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
type Facts = RowOf<typeof factColumns>

const storedColumns = {
  id: s.id,
  nameKey: s.nameKey,
  source: s.source,
  facts: jsonArraySql(factColumns),
  /** `platform:name` keys. */
  accounts: jsonRowList(
    { key: sql<string>`${a.platform} || ':' || ${a.nameKey}` },
    sql`from ${a} where ${a.streamerId} = ${s.id}`,
  ),
}
type Stored = RowOf<typeof storedColumns>

/** A streamer of the file: several rows when they stream on several platforms. */
type Plan = { stored: Stored | undefined; accounts: Set<string>; rows: FileRow<StreamerFileRow>[] }

const StoredSource = v.object({ rows: v.array(v.looseObject({})) })

function accountOf({ platform, account }: StreamerFileRow): string | undefined {
  return platform && account ? `${platform}:${accountKey(account)}` : undefined
}

function keyOf(row: StreamerFileRow): string {
  return accountOf(row) ?? toNameKey(row.display_name)
}

function mergeFacts(list: StreamerFileRow[]): Facts {
  const followers = list.flatMap((row) => row.followers ?? [])
  // In the order in which they are stored.
  return {
    displayName: list[0]?.display_name ?? '',
    language: list.find((row) => row.language)?.language ?? null,
    platformFollowers: followers.length > 0 ? Math.max(...followers) : null,
  }
}

function sourceRows(source: unknown): Record<string, unknown>[] | undefined {
  const result = v.safeParse(StoredSource, source)
  return result.success ? result.output.rows : undefined
}

function factsOf(source: unknown): Facts | undefined {
  const result = v.safeParse(v.array(StreamerFileRow), sourceRows(source))
  return result.success ? mergeFacts(result.output) : undefined
}

async function findStored(db: Database, list: StreamerFileRow[]): Promise<Stored[]> {
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
function belongsTo(plan: Plan, row: StreamerFileRow): boolean {
  const names = [...plan.rows.map((one) => toNameKey(one.row.display_name)), plan.stored?.nameKey]
  if (!names.includes(toNameKey(row.display_name))) return false
  if (plan.stored?.source === null) return false
  return ![...plan.accounts].some((account) => row.platform && account.startsWith(row.platform))
}

function planStreamers(list: FileRow<StreamerFileRow>[], stored: Stored[]): Plan[] {
  const plans: Plan[] = stored.map((one) => ({
    stored: one,
    accounts: new Set(one.accounts.map(({ key }) => key)),
    rows: [],
  }))
  for (const fileRow of list) {
    const account = accountOf(fileRow.row)
    const plan =
      plans.find(({ accounts }) => account && accounts.has(account)) ??
      plans.find((one) => belongsTo(one, fileRow.row))
    if (account) plan?.accounts.add(account)
    if (plan) plan.rows.push(fileRow)
    else
      plans.push({ stored: undefined, accounts: new Set([account ?? []].flat()), rows: [fileRow] })
  }
  return plans.filter((plan) => plan.rows.length > 0)
}

/** The stored rows, each replaced by the file's row of the same account, and the new ones. */
function mergeSource({ stored, rows: fresh }: Plan): Record<string, unknown>[] {
  const earlier = sourceRows(JSON.parse(stored?.source ?? 'null')) ?? []
  const merged = new Map(earlier.map((one) => [keyOf(v.parse(StreamerFileRow, one)), one]))
  for (const { row, source } of fresh) merged.set(keyOf(row), source)
  return [...merged.values()]
}

type StreamerWrite = Facts & {
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
type Change = {
  outcome: RowOutcome
  outcomes: RowOutcome[]
  streamer: StreamerWrite
  accounts: AccountWrite[]
}

function changeOf(plan: Plan, now: number): Change {
  const { stored } = plan
  const merged = mergeSource(plan)
  const source = JSON.stringify({ rows: merged })
  const outcome = decideRowOutcome(
    stored && { source: stored.source, facts: parseJsonRow(factColumns, stored.facts) },
    factsOf,
    source,
  )
  const facts = mergeFacts(v.parse(v.array(StreamerFileRow), merged))
  const known = new Set(
    (sourceRows(JSON.parse(stored?.source ?? 'null')) ?? []).map((one) => JSON.stringify(one)),
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
    accounts: outcome === 'kept' ? [] : accountsOf(plan, source),
  }
}

function accountsOf(plan: Plan, source: string): AccountWrite[] {
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
  const stored = await findStored(
    db,
    file.rows.map(({ row }) => row),
  )
  const changes = planStreamers(file.rows, stored).map((plan) => changeOf(plan, now))
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
