import Database from 'libsql'
import { isBusyError, RequestError } from './errors.ts'
import type { Cell, StmtResult } from './hrana.ts'
import { prepare, type PreparedStatement, runPreparedStatement } from './prepared.ts'
import { createLruCache } from './lru-cache.ts'
import { MAX_CACHED_SQL_LENGTH, type ParsedStatement } from './split-statements.ts'

const CACHED_STATEMENTS = 200
// A PRAGMA may act during preparation, and a schema change is not repeated.
const CACHEABLE_VERBS = new Set(
  'SELECT VALUES WITH INSERT REPLACE UPDATE DELETE BEGIN COMMIT END ROLLBACK'.split(' '),
)
// A read-only transaction runs these without asking the engine to refuse writes.
const HARMLESS_VERBS = new Set('SELECT VALUES COMMIT END ROLLBACK'.split(' '))
const LOCKING_VERBS = new Set(
  'INSERT REPLACE UPDATE DELETE WITH BEGIN CREATE DROP ALTER REINDEX ANALYZE'.split(' '),
)
const SETTINGS = `
  PRAGMA busy_timeout = 0;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
`

/** One SQLite connection. It never waits for a lock: a busy database is an immediate error. */
export class Connection {
  readonly #database: Database.Database
  readonly #cache = createLruCache<PreparedStatement>(CACHED_STATEMENTS)
  #isReadonlyTransaction = false
  #isSessionChanged = false

  constructor(file: string) {
    this.#database = openDatabase(file)
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction
  }

  execute(statement: ParsedStatement, args: Cell[], wantRows: boolean): StmtResult {
    refuseBlockedStatement(statement)
    try {
      return this.#run(statement, args, wantRows)
    } finally {
      this.#settle(statement)
    }
  }

  /** Rolls back open work; false when session settings differ from the defaults. */
  reset(): boolean {
    if (this.isInTransaction) this.#database.exec('ROLLBACK')
    this.#isReadonlyTransaction = false
    return !this.#isSessionChanged
  }

  checkpoint(): void {
    this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  }

  close(): void {
    this.#cache.clear()
    this.#database.close()
  }

  #run(statement: ParsedStatement, args: Cell[], wantRows: boolean): StmtResult {
    const prepared = this.#prepare(statement)
    try {
      const result = this.#guarded(statement, () => runPreparedStatement(prepared, args, wantRows))
      if (beginsReadonlyTransaction(statement)) this.#isReadonlyTransaction = true
      return result
    } catch (error) {
      if (isBusyError(error)) this.#abandon(statement, prepared, args)
      throw error
    }
  }

  #prepare(statement: ParsedStatement): PreparedStatement {
    const { sql, verb, isExplain } = statement
    const cachedStatement = this.#cache.get(sql)
    if (cachedStatement !== undefined) return cachedStatement
    const prepared = prepare(this.#database, statement)
    const isCacheable =
      CACHEABLE_VERBS.has(verb) && !isExplain && sql.length <= MAX_CACHED_SQL_LENGTH
    if (isCacheable) this.#cache.set(sql, prepared)
    return prepared
  }

  /** A busy statement holds its snapshot even after ROLLBACK; a different failure ends it. */
  #abandon({ head }: ParsedStatement, { handle }: PreparedStatement, args: Cell[]): void {
    if (!LOCKING_VERBS.has(head[0] ?? '')) {
      this.#isSessionChanged = true
      return
    }
    try {
      this.#withQueryOnly(() => handle.run(args))
    } catch {
      // The intended failure.
    }
  }

  #settle(statement: ParsedStatement): void {
    if (changesSessionState(statement)) this.#isSessionChanged = true
    // A waiting engine would block the whole server, so clients cannot set a timeout.
    if (isSettingPragma(statement)) this.#database.exec('PRAGMA busy_timeout = 0')
    if (!this.isInTransaction) this.#isReadonlyTransaction = false
  }

  /** The engine ignores READONLY of BEGIN, whereas sqld refuses writes. */
  #guarded(statement: ParsedStatement, run: () => StmtResult): StmtResult {
    const mayWrite = this.#isReadonlyTransaction && !HARMLESS_VERBS.has(statement.verb)
    return mayWrite ? this.#withQueryOnly(run) : run()
  }

  /** Not around reads: a change of this flag makes the engine prepare all statements again. */
  #withQueryOnly<Found>(run: () => Found): Found {
    this.#database.exec('PRAGMA query_only = ON')
    try {
      return run()
    } finally {
      this.#database.exec('PRAGMA query_only = OFF')
    }
  }
}

function openDatabase(file: string): Database.Database {
  const database = new Database(file)
  try {
    database.defaultSafeIntegers(true)
    database.exec(SETTINGS)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function beginsReadonlyTransaction({ verb, head, isExplain }: ParsedStatement): boolean {
  return verb === 'BEGIN' && head.includes('READONLY') && !isExplain
}

/** One setting ends with its transaction. */
function isSettingPragma({ verb, sql }: ParsedStatement): boolean {
  return verb === 'PRAGMA' && !/^pragma defer_foreign_keys\b/i.test(sql)
}

function changesSessionState(statement: ParsedStatement): boolean {
  const { head, sql } = statement
  return isSettingPragma(statement) || (head[0] === 'CREATE' && /\btemp(orary)?\b/i.test(sql))
}

function refuseBlockedStatement({ verb, head }: ParsedStatement): void {
  const isBlocked =
    verb === 'ATTACH' || verb === 'DETACH' || (verb === 'VACUUM' && head.includes('INTO'))
  if (isBlocked)
    throw new RequestError('BLOCKED', `Operation was blocked: ${verb} reaches other files`)
}
