import { getTableColumns, SQL, sql, Column, type InferInsertModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Change, type Statement, type StatementRecord } from './client.ts'
import { columnListSql, type Columns, type RowOf } from './row.ts'
import { abortUnless, createCommand, queryRows, selectFirst } from './statement.ts'

type GivenValue<Value> =
  | Value
  | SQL<Value>
  | (Column & {
      readonly _: {
        readonly data: NonNullable<Value>
        readonly notNull: null extends Value ? boolean : true
      }
    })

type InsertModel<Table extends SQLiteTable> = InferInsertModel<Table>
/** Undefined columns get their defaults. */
export type InsertValues<Table extends SQLiteTable> = {
  readonly [Name in keyof InsertModel<Table>]: GivenValue<InsertModel<Table>[Name]>
}
/** Undefined columns stay unchanged. */
export type UpdateValues<Table extends SQLiteTable> = Partial<InsertValues<Table>>

function listAssignedColumns(
  table: SQLiteTable,
  values: object,
): { column: Column; value: unknown }[] {
  const columns = getTableColumns(table)
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const column = columns[name]
    if (!column || value === undefined) return []
    const isExpression = value instanceof SQL || value instanceof Column
    return [{ column, value: isExpression ? value : sql.param(value, column) }]
  })
}

const bareColumnName = ({ name }: Column) => sql.raw(name)

/** `a = 1, b = b + 1`, for `update … set` and `on conflict do update set`. */
export function buildSetSql<Table extends SQLiteTable>(
  table: Table,
  values: UpdateValues<Table>,
): SQL {
  const parts = listAssignedColumns(table, values).map(
    ({ column, value }) => sql`${bareColumnName(column)} = ${value}`,
  )
  return sql.join(parts, sql`, `)
}

export function excluded<Data>(column: Column & { readonly _: { data: Data } }): SQL<Data> {
  return sql<Data>`excluded.${bareColumnName(column)}`
}

export function excludedOrCurrent<Data>(
  column: Column & { readonly _: { data: Data } },
): SQL<Data> {
  return sql<Data>`coalesce(${excluded(column)}, ${column})`
}

export function jsonRows(list: readonly unknown[]): SQL {
  return sql`json_each(${JSON.stringify(list)}) j`
}

export function jsonField<Value = unknown>(name: string): SQL<Value> {
  return sql<Value>`${sql.raw(`j.value ->> '${name}'`)}`
}

export function valuesConditionSql<Table extends SQLiteTable>(
  table: Table,
  values: UpdateValues<Table>,
): SQL {
  const parts = listAssignedColumns(table, values)
  const columns = parts.map(({ column }) => column)
  return sql`${columns} is ${parts.map(({ value }) => value)}`
}

type ReturningClause<Of> = { returning: Of }

export type InsertTail = {
  with?: SQL
  from?: SQL
  where?: SQL
  onConflict?: SQL
}

export function insert<Table extends SQLiteTable>(
  table: Table,
  values: InsertValues<Table>,
  tail?: InsertTail & { returning?: undefined },
): Statement<undefined>
export function insert<Table extends SQLiteTable, const Of extends Columns>(
  table: Table,
  values: InsertValues<Table>,
  tail: InsertTail & ReturningClause<Of>,
): Statement<RowOf<Of>[]>
export function insert(
  table: SQLiteTable,
  values: object,
  {
    with: common,
    from,
    where = sql`true`,
    onConflict,
    returning,
  }: InsertTail & Partial<ReturningClause<Columns>> = {},
): Statement<unknown> {
  const parts = listAssignedColumns(table, values)
  const columns = parts.map(({ column }) => bareColumnName(column))
  const selected = sql.join(
    parts.map(({ value }) => value as SQL),
    sql`, `,
  )
  return createWriteStatement(
    // Without a `where`, SQLite parses `on conflict` as the `on` of a join.
    sql`${common && sql`with ${common} `}insert into ${table} ${columns} select ${selected} ${from && sql`from ${from} `}where ${where}
      ${onConflict && sql`on conflict ${onConflict}`}`,
    returning,
  )
}

type UpdateTail = { or?: 'ignore'; from?: SQL; where: SQL }

export function update<Table extends SQLiteTable>(
  table: Table,
  values: UpdateValues<Table>,
  tail: UpdateTail & { returning?: undefined },
): Statement<undefined>
export function update<Table extends SQLiteTable, const Of extends Columns>(
  table: Table,
  values: UpdateValues<Table>,
  tail: UpdateTail & ReturningClause<Of>,
): Statement<RowOf<Of>[]>
export function update(
  table: SQLiteTable,
  values: object,
  { or, from, where, returning }: UpdateTail & Partial<ReturningClause<Columns>>,
): Statement<unknown> {
  return createWriteStatement(
    sql`update ${or && sql`or ignore `}${table} set ${buildSetSql(table, values)}
      ${from && sql`from ${from} `}where ${where}`,
    returning,
  )
}

export function remove(
  table: SQLiteTable,
  tail: { where: SQL; returning?: undefined },
): Statement<undefined>
export function remove<const Of extends Columns>(
  table: SQLiteTable,
  tail: { where: SQL } & ReturningClause<Of>,
): Statement<RowOf<Of>[]>
export function remove(
  table: SQLiteTable,
  { where, returning }: { where: SQL } & Partial<ReturningClause<Columns>>,
): Statement<unknown> {
  return createWriteStatement(sql`delete from ${table} where ${where}`, returning)
}

function createWriteStatement(text: SQL, returning: Columns | undefined): Statement<unknown> {
  return returning
    ? queryRows(returning, sql`${text} returning ${columnListSql(returning)}`)
    : createCommand(text)
}

/* Only here: a statement in between would change what these functions of SQLite say. */
const hasChanged = sql`changes() > 0`
/** A subquery is evaluated once, before the first of several rows. */
const newId = sql`(select last_insert_rowid())`

const check: Statement<boolean> = {
  ...abortUnless(hasChanged),
  toResult: ({ rows }) => rows.length > 0,
}

/** The dependents are written, in their order, only if the change had effect. */
export function afterChange<Found, const Dependents extends StatementRecord>(
  change: Statement<Found>,
  dependents: Dependents,
): Change<Found, Dependents> {
  return new Change(change, check, dependents)
}

/** For a row and one that refers to it: only the next statement can use the new id. */
export function withNewId<Found, Id, Referring extends StatementRecord[string]>(
  insertion: Statement<Found>,
  refer: (id: SQL<Id>) => Referring,
): Change<Found, { referring: Referring }> {
  return afterChange(insertion, { referring: refer(newId as SQL<Id>) })
}

export function requireChange(change: Statement): readonly [Statement, Statement] {
  return [change, abortUnless(hasChanged)]
}

const selectCount = selectFirst({ rows: sql<number>`changes()` }, sql``)

export function withChangeCount(change: Statement) {
  return { change, count: selectCount }
}
