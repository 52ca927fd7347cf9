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
    const blankEnd = findBlankEnd(sql, start)
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
    return { kind: 'other', start, end: findQuotedEnd(sql, start, closing) }
  }
  const punctuation = PUNCTUATION[firstCharacter]
  if (punctuation !== undefined) return { kind: punctuation, start, end: start + 1 }
  const wordEnd = findMatchEnd(WORD, sql, start)
  if (wordEnd > start) return { kind: 'word', start, end: wordEnd }
  const parameterEnd = findMatchEnd(PARAMETER, sql, start)
  if (parameterEnd > start) return { kind: 'parameter', start, end: parameterEnd }
  return { kind: 'other', start, end: Math.max(findMatchEnd(NUMBER, sql, start), start + 1) }
}

function findBlankEnd(sql: string, start: number): number {
  if (sql.startsWith('--', start)) return findEndAfterMark(sql, '\n', start)
  if (sql.startsWith('/*', start)) return findEndAfterMark(sql, '*/', start + 2)
  return findMatchEnd(SPACE, sql, start)
}

function findQuotedEnd(sql: string, start: number, closing: string): number {
  let end = findEndAfterMark(sql, closing, start + 1)
  while (closing !== ']' && sql[end] === closing) end = findEndAfterMark(sql, closing, end + 1)
  return end
}

function findEndAfterMark(sql: string, mark: string, from: number): number {
  const markIndex = sql.indexOf(mark, from)
  return markIndex === -1 ? sql.length : markIndex + mark.length
}

function findMatchEnd(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : at
}
