type TokenKind = 'word' | 'parameter' | 'semicolon' | 'open' | 'close' | 'other'

export type Token = { kind: TokenKind; start: number; end: number }

const SPACE = /[ \t\n\f\r\uFEFF]+/y
const WORD = /[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y
const NUMBER = /\.?\d[\w.]*/y
const PARAMETER = /\?\d*|[:@#$](?:[\w$\u0080-\uFFFF]|::)+(?:\([^\s)]*\))?/y
const CLOSING_QUOTE: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }
const PUNCTUATION: Record<string, TokenKind> = { ';': 'semicolon', '(': 'open', ')': 'close' }

export function* tokenize(sql: string): Generator<Token> {
  let at = 0
  while (at < sql.length) {
    const start = at
    const blankEnd = endOfBlank(sql, start)
    if (blankEnd > start) {
      at = blankEnd
      continue
    }
    const token = readToken(sql, start)
    at = token.end
    yield token
  }
}

function readToken(sql: string, start: number): Token {
  const firstCharacter = sql.charAt(start)
  const closing = CLOSING_QUOTE[firstCharacter]
  if (closing !== undefined) {
    return { kind: 'other', start, end: endOfQuoted(sql, start, closing) }
  }
  const punctuation = PUNCTUATION[firstCharacter]
  if (punctuation !== undefined) return { kind: punctuation, start, end: start + 1 }
  const wordEnd = matchAt(WORD, sql, start)
  if (wordEnd > start) return { kind: 'word', start, end: wordEnd }
  const parameterEnd = matchAt(PARAMETER, sql, start)
  if (parameterEnd > start) return { kind: 'parameter', start, end: parameterEnd }
  return { kind: 'other', start, end: Math.max(matchAt(NUMBER, sql, start), start + 1) }
}

function endOfBlank(sql: string, start: number): number {
  if (sql.startsWith('--', start)) return endAfter(sql, '\n', start)
  if (sql.startsWith('/*', start)) return endAfter(sql, '*/', start + 2)
  return matchAt(SPACE, sql, start)
}

function endOfQuoted(sql: string, start: number, closing: string): number {
  let end = endAfter(sql, closing, start + 1)
  while (closing !== ']' && sql[end] === closing) end = endAfter(sql, closing, end + 1)
  return end
}

function endAfter(sql: string, mark: string, from: number): number {
  const markIndex = sql.indexOf(mark, from)
  return markIndex === -1 ? sql.length : markIndex + mark.length
}

function matchAt(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : at
}
