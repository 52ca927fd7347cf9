import { setTimeout as sleep } from 'node:timers/promises'
import { bindArguments } from './bind-arguments.ts'
import { isRetryableError, RequestError } from './errors.ts'
import type { Cell, SqlSource, HranaStatement, StmtResult } from './hrana.ts'
import { createLruCache } from './lru-cache.ts'
import { MAX_CACHED_SQL_LENGTH, splitStatements, type ParsedStatement } from './split-statements.ts'
import type { Stream } from './streams.ts'

export type StatementRunner = {
  execute(stream: Stream, stmt: HranaStatement): Promise<StmtResult>
  sequence(stream: Stream, source: SqlSource): Promise<void>
  statements(): number
}

type StatementRunnerOptions = { busyTimeoutMs: number; signal: AbortSignal }

const SHORTEST_WAIT_MS = 1
const LONGEST_WAIT_MS = 20
const PARSED_STATEMENTS = 2_000

export function createStatementRunner({
  busyTimeoutMs,
  signal,
}: StatementRunnerOptions): StatementRunner {
  const parsed = createLruCache<ParsedStatement>(PARSED_STATEMENTS)
  let statements = 0

  function parseSingle(sql: string): ParsedStatement {
    const cachedStatements = parsed.get(sql)
    if (cachedStatements !== undefined) return cachedStatements
    const statement = parseSingleStatement(sql)
    if (sql.length <= MAX_CACHED_SQL_LENGTH) parsed.set(sql, statement)
    return statement
  }

  async function run(stream: Stream, statement: ParsedStatement, args: Cell[], wantRows: boolean) {
    statements += 1
    const deadline = performance.now() + busyTimeoutMs
    for (let wait = SHORTEST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return stream.connection().execute(statement, args, wantRows)
      } catch (error) {
        if (!isRetryableError(error) || performance.now() >= deadline) throw error
      }
      await sleep(wait, undefined, { signal })
    }
  }

  return {
    async execute(stream, stmt) {
      const statement = parseSingle(stream.sqlOf(stmt.source))
      return run(stream, statement, bindArguments(statement.parameters, stmt), stmt.wantRows)
    },
    async sequence(stream, source) {
      for (const statement of splitStatements(refuseNulCharacter(stream.sqlOf(source)))) {
        const nulls = statement.parameters.map(() => null)
        await run(stream, statement, nulls, false)
      }
    },
    statements: () => statements,
  }
}

function parseSingleStatement(sql: string): ParsedStatement {
  const [statement, ...others] = splitStatements(refuseNulCharacter(sql))
  if (statement === undefined) {
    throw new RequestError('SQL_NO_STATEMENT', 'SQL string does not contain any statement')
  }
  if (others.length > 0) {
    throw new RequestError('SQL_MANY_STATEMENTS', 'SQL string contains more than one statement')
  }
  return statement
}

/** The engine stops reading at a NUL and would silently skip the text after it. */
function refuseNulCharacter(sql: string): string {
  if (!sql.includes('\0')) return sql
  throw new RequestError(
    'SQL_PARSE_ERROR',
    'SQL string could not be parsed: it holds a NUL character',
  )
}
