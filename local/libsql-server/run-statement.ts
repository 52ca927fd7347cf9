import { setTimeout as sleep } from 'node:timers/promises'
import { isRetryableError, RequestError } from './errors.ts'
import type { Cell, SqlSource, HranaStatement, StmtResult, NamedArgument, Value } from './hrana.ts'
import { createLruCache } from './lru-cache.ts'
import { MAX_CACHED_SQL_LENGTH, splitStatements, type ParsedStatement } from './split-statements.ts'
import type { Stream } from './streams.ts'

type ParameterNames = readonly (string | null)[]

/** By position; a named argument takes precedence over a positional one. */
function bindArguments(parameters: ParameterNames, stmt: HranaStatement): Cell[] {
  if (parameters.length === 0 && stmt.args.length === 0 && stmt.namedArgs.length === 0) return []
  refuseExtraArguments(parameters, stmt)
  const valuesByName = new Map(stmt.namedArgs.map(({ name, value }) => [name, value]))
  return parameters.map((name, index) => {
    const value = findValueByName(valuesByName, name) ?? stmt.args[index]
    if (value === undefined) {
      throw invalidArgumentsError(`value for parameter ${name ?? `?${index + 1}`} not found`)
    }
    return toCell(value)
  })
}

function findValueByName(valuesByName: Map<string, Value>, name: string | null): Value | undefined {
  if (name === null || name.startsWith('?')) return undefined
  return valuesByName.get(name) ?? valuesByName.get(name.slice(1))
}

function refuseExtraArguments(parameters: ParameterNames, stmt: HranaStatement): void {
  if (stmt.args.length > parameters.length) {
    throw invalidArgumentsError(`${parameters.length} expected, ${stmt.args.length} given`)
  }
  const stray = stmt.namedArgs.find((argument) => !isExpectedArgument(parameters, argument))
  if (stray !== undefined) throw invalidArgumentsError(`no parameter is called ${stray.name}`)
}

function isExpectedArgument(parameters: ParameterNames, { name }: NamedArgument): boolean {
  return parameters.some((parameter) => parameter === name || parameter?.slice(1) === name)
}

function toCell(value: Value): Cell {
  if (value.type === 'null') return null
  // The engine truncates such a text when reading, so it is refused.
  if (value.type === 'text' && value.value.includes('\0')) {
    throw invalidArgumentsError(
      'a text holds a NUL character, which the local engine cannot read back',
    )
  }
  return value.value
}

function invalidArgumentsError(detail: string): RequestError {
  return new RequestError('ARGS_INVALID', `Arguments do not match SQL parameters: ${detail}`)
}

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
