import type Database from 'libsql'
import type { Cell, Column, StmtResult } from './hrana.ts'
import type { ParsedStatement } from './split-statements.ts'

export type PreparedStatement = {
  database: Database.Database
  handle: Database.Statement
  verb: string
  isReader: boolean
}

const WRITING_VERBS = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE'])

export function prepare(
  database: Database.Database,
  { sql, verb }: ParsedStatement,
): PreparedStatement {
  const handle = database.prepare(sql)
  const isReader = handle.reader
  if (isReader) handle.raw()
  return { database, handle, verb, isReader }
}

export function runPreparedStatement(
  prepared: PreparedStatement,
  args: Cell[],
  wantRows: boolean,
): StmtResult {
  return prepared.isReader ? runQuery(prepared, args, wantRows) : runCommand(prepared, args)
}

function runQuery(prepared: PreparedStatement, args: Cell[], wantRows: boolean): StmtResult {
  const { database, handle, verb } = prepared
  const rows = castRows(handle.all(args))
  const [affected, rowid] = WRITING_VERBS.has(verb) ? readChangesAndRowid(database) : [0n, 0n]
  return {
    // After the rows: the columns reflect a schema change only once the statement has run.
    columns: listColumns(prepared),
    rows: wantRows ? rows : [],
    affectedRowCount: Number(affected),
    lastInsertRowid: isInsertVerb(verb) && affected > 0n ? rowid : undefined,
  }
}

function runCommand({ database, handle, verb }: PreparedStatement, args: Cell[]): StmtResult {
  const { changes, lastInsertRowid } = handle.run(args)
  const hasInserted = isInsertVerb(verb) && changes > 0
  return {
    columns: [],
    rows: [],
    affectedRowCount: changes,
    lastInsertRowid: hasInserted ? readExactRowid(database, lastInsertRowid) : undefined,
  }
}

/** `run` reports the row id as a float, which is inexact past 2^53. */
function readExactRowid(database: Database.Database, reported: number | bigint): bigint {
  return Number.isSafeInteger(reported) ? BigInt(reported) : readChangesAndRowid(database)[1]
}

function readChangesAndRowid(database: Database.Database): [bigint, bigint] {
  const [row] = castRows(database.prepare('SELECT changes(), last_insert_rowid()').raw().all())
  const [changes, rowid] = row ?? []
  return [BigInt(Number(changes)), typeof rowid === 'bigint' ? rowid : 0n]
}

function listColumns({ handle }: PreparedStatement): Column[] {
  return handle.columns().map(({ name, type }) => ({ name, decltype: type }))
}

/** In raw mode with safe integers the engine returns arrays of cells; its types do not say so. */
function castRows(rows: unknown[]): Cell[][] {
  return rows as Cell[][]
}

function isInsertVerb(verb: string): boolean {
  return verb === 'INSERT' || verb === 'REPLACE'
}
