import { type Token, tokenize } from './sql-tokens.ts'

export type ParsedStatement = {
  sql: string
  /** First keyword, in capitals; after WITH, the one of the main statement. */
  verb: string
  isExplain: boolean
  /** The first words from the verb on, in capitals, without quoted names. */
  head: readonly string[]
  /** Parameters by position, with the prefix that SQLite keeps in their names. */
  parameters: readonly (string | null)[]
}

/** Longer statements are parsed and prepared for each execution; the worker's are shorter. */
export const MAX_CACHED_SQL_LENGTH = 100_000

const HEAD_LENGTH = 5
const LARGEST_PARAMETER_NUMBER = 32_766
const MAIN_VERBS = new Set(['SELECT', 'VALUES', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE'])

/** Semicolons inside a trigger's body do not count. */
export function splitStatements(sql: string): ParsedStatement[] {
  const statements: ParsedStatement[] = []
  let current: Token[] = []
  for (const token of tokenize(sql)) {
    if (token.kind === 'semicolon' && !isInsideTriggerBody(sql, current)) {
      if (current.length > 0) statements.push(parseStatementTokens(sql, current))
      current = []
    } else {
      current.push(token)
    }
  }
  if (current.length > 0) statements.push(parseStatementTokens(sql, current))
  return statements
}

/** Like `sqlite3_complete`: a trigger ends at a semicolon after `; END`. */
function isInsideTriggerBody(sql: string, tokens: Token[]): boolean {
  if (!isCreateTrigger(sql, tokens)) return false
  const last = tokens.at(-1)
  const isBodyClosed =
    last !== undefined && readKeyword(sql, last) === 'END' && tokens.at(-2)?.kind === 'semicolon'
  return !isBodyClosed
}

function isCreateTrigger(sql: string, tokens: Token[]): boolean {
  const [verb, second, third] = stripExplain(listKeywords(sql, tokens.slice(0, 6)))
  if (verb !== 'CREATE') return false
  return second === 'TRIGGER' || (isTemporaryKeyword(second) && third === 'TRIGGER')
}

function isTemporaryKeyword(word: string | undefined): boolean {
  return word === 'TEMP' || word === 'TEMPORARY'
}

function parseStatementTokens(sql: string, tokens: Token[]): ParsedStatement {
  const start = tokens[0]?.start ?? 0
  const end = tokens.at(-1)?.end ?? sql.length
  const opening = listKeywords(sql, tokens.slice(0, HEAD_LENGTH + 3))
  const head = stripExplain(opening).slice(0, HEAD_LENGTH)
  return {
    sql: sql.slice(start, end),
    verb: head[0] === 'WITH' ? findVerbAfterWith(sql, tokens) : (head[0] ?? ''),
    isExplain: opening[0] === 'EXPLAIN',
    head,
    parameters: listParameters(sql, tokens),
  }
}

function listKeywords(sql: string, tokens: Token[]): string[] {
  return tokens.map((token) => readKeyword(sql, token)).filter((word) => word !== '')
}

function readKeyword(sql: string, token: Token): string {
  return token.kind === 'word' ? sql.slice(token.start, token.end).toUpperCase() : ''
}

function stripExplain(head: string[]): string[] {
  if (head[0] !== 'EXPLAIN') return head
  return head.slice(head[1] === 'QUERY' && head[2] === 'PLAN' ? 3 : 1)
}

function findVerbAfterWith(sql: string, tokens: Token[]): string {
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    const word = depth === 0 ? readKeyword(sql, token) : ''
    if (MAIN_VERBS.has(word)) return word
  }
  return 'WITH'
}

function listParameters(sql: string, tokens: Token[]): (string | null)[] {
  const parameters: (string | null)[] = []
  const seenNames = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'parameter') continue
    const name = sql.slice(token.start, token.end)
    if (name === '?') {
      parameters.push(null)
    } else if (name.startsWith('?')) {
      addNumberedParameter(parameters, name)
    } else if (!seenNames.has(name)) {
      seenNames.add(name)
      parameters.push(name)
    }
  }
  return parameters
}

function addNumberedParameter(parameters: (string | null)[], name: string): void {
  const position = Number(name.slice(1))
  // The engine refuses such a number itself; growing the list first would waste memory.
  if (position < 1 || position > LARGEST_PARAMETER_NUMBER) return
  while (parameters.length < position) parameters.push(null)
  parameters[position - 1] ??= name
}
