import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { batch, rows, type Database } from '#worker/db/client.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { eachRow, field, insertRows, updateRows } from './bulk.ts'
import { StreamerRow, type ImportReport } from './contract.ts'
import { type FileRow, type FileRows } from './file-rows.ts'
import { nameKeyOf } from './names.ts'
import { compareWithStored, reportOf, type Outcome } from './report.ts'

type Stored = {
  id: number
  nameKey: string
  source: string | null
  /** JSON: display name, language, followers. */
  facts: string
  /** JSON: `platform:name` keys. */
  accounts: string
}

/** A streamer of the file: several rows when they stream on several platforms. */
type Plan = { stored: Stored | undefined; accounts: Set<string>; rows: FileRow<StreamerRow>[] }

const factColumns = ['display_name', 'language', 'followers'] as const
type Facts = [string, string | null, number | null]

const StoredSource = v.object({ rows: v.array(v.looseObject({})) })

function accountOf({ platform, account }: StreamerRow): string | undefined {
  return platform && account ? `${platform}:${accountKey(account)}` : undefined
}

function keyOf(row: StreamerRow): string {
  return accountOf(row) ?? nameKeyOf(row.display_name)
}

function mergeFacts(list: StreamerRow[]): Facts {
  const followers = list.flatMap((row) => row.followers ?? [])
  return [
    list[0]?.display_name ?? '',
    list.find((row) => row.language)?.language ?? null,
    followers.length > 0 ? Math.max(...followers) : null,
  ]
}

function sourceRows(source: unknown): Record<string, unknown>[] | undefined {
  const result = v.safeParse(StoredSource, source)
  return result.success ? result.output.rows : undefined
}

function factsOf(source: unknown): Facts | undefined {
  const result = v.safeParse(v.array(StreamerRow), sourceRows(source))
  return result.success ? mergeFacts(result.output) : undefined
}

async function findStored(db: Database, list: StreamerRow[]): Promise<Stored[]> {
  const wanted = list.map((row) => ({
    platform: row.platform,
    account: row.account && accountKey(row.account),
    name: nameKeyOf(row.display_name),
  }))
  const [stored] = await batch(db, 'read', [
    rows<Stored>(
      db,
      sql`select s.id, s.name_key as nameKey, s.source,
          json_array(s.display_name, s.language, s.followers) as facts,
          (select json_group_array(platform || ':' || name_key) from streaming_accounts
            where streamer_id = s.id) as accounts
        from streamers s where s.id in (
          select a.streamer_id from ${eachRow(wanted)} join streaming_accounts a
            on a.platform = ${field('platform')} and a.name_key = ${field('account')}
          union select n.id from ${eachRow(wanted)} join streamers n
            on n.name_key = ${field('name')} and n.source is not null)
        order by s.id`,
    ),
  ])
  return stored
}

/** A row belongs to who has its account, else to an imported namesake not yet on that platform. */
function belongsTo(plan: Plan, row: StreamerRow): boolean {
  const names = [...plan.rows.map((one) => nameKeyOf(one.row.display_name)), plan.stored?.nameKey]
  if (!names.includes(nameKeyOf(row.display_name))) return false
  if (plan.stored?.source === null) return false
  return ![...plan.accounts].some((account) => row.platform && account.startsWith(row.platform))
}

function buildStreamersQuery(list: FileRow<StreamerRow>[], stored: Stored[]): Plan[] {
  const plans: Plan[] = stored.map((one) => ({
    stored: one,
    accounts: new Set(JSON.parse(one.accounts) as string[]),
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
  const merged = new Map(earlier.map((one) => [keyOf(v.parse(StreamerRow, one)), one]))
  for (const { row, source } of fresh) merged.set(keyOf(row), source)
  return [...merged.values()]
}

type Change = { outcomes: Outcome[]; streamer: Record<string, unknown>; accounts: object[] }

function changeOf(plan: Plan, now: number): Change {
  const { stored } = plan
  const merged = mergeSource(plan)
  const source = JSON.stringify({ rows: merged })
  const outcome = compareWithStored(
    stored && { source: stored.source, facts: JSON.parse(stored.facts) as Facts },
    factsOf,
    source,
  )
  const [display_name, language, followers] = mergeFacts(v.parse(v.array(StreamerRow), merged))
  const known = new Set(
    (sourceRows(JSON.parse(stored?.source ?? 'null')) ?? []).map((one) => JSON.stringify(one)),
  )
  const isKnown = (one: FileRow<StreamerRow>) => known.has(JSON.stringify(one.source))
  return {
    outcomes: plan.rows.map((one) =>
      outcome === 'updated' && isKnown(one) ? 'unchanged' : outcome,
    ),
    streamer: {
      ...{ id: stored?.id, outcome, display_name, language, followers, source },
      ...{ name_key: nameKeyOf(display_name), created_at: now },
    },
    accounts: outcome === 'kept' ? [] : accountsOf(plan, source),
  }
}

function accountsOf(plan: Plan, source: string): object[] {
  return plan.rows.flatMap(({ row: { platform, account } }) =>
    platform && account
      ? [{ platform, name: account, name_key: accountKey(account), id: plan.stored?.id, source }]
      : [],
  )
}

function insertAccounts(db: Database, now: number, accounts: object[]) {
  return rows(
    db,
    sql`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
      select s.id, ${field('platform')}, ${field('name')}, ${field('name_key')}, ${now}
      from ${eachRow(accounts)} join streamers s on s.id = ${field('id')}
        or (${field('id')} is null and s.created_at = ${now} and s.source = ${field('source')})
      where true on conflict do nothing`,
  )
}

export async function importStreamers(
  db: Database,
  now: number,
  file: Extract<FileRows, { kind: 'streamers' }>,
): Promise<ImportReport> {
  const stored = await findStored(
    db,
    file.rows.map(({ row }) => row),
  )
  const changes = buildStreamersQuery(file.rows, stored).map((plan) => changeOf(plan, now))
  const streamers = changes.map((change) => change.streamer)
  const columns = [...factColumns, 'name_key', 'source']
  await batch(db, 'write', [
    insertRows(
      db,
      { table: 'streamers', columns: [...columns, 'created_at'] },
      streamers.filter((one) => one.outcome === 'added'),
    ),
    updateRows(
      db,
      { table: 'streamers', columns },
      streamers.filter((one) => one.outcome === 'updated'),
    ),
    insertAccounts(
      db,
      now,
      changes.flatMap((change) => change.accounts),
    ),
  ])
  return reportOf(
    'streamers',
    changes.flatMap((change) => change.outcomes),
    file,
  )
}
