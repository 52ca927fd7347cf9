const longestLine = 100
const shortBracket = 50
const clauses = 'with|select|from|where|group by|order by|limit|union|values|(?:left |cross )?join'
/** Not before the `and` of a `between`. */
const term = String.raw`(?:(?<!between (?:(?!\band ).)*)and|or|when|else)`
const lineEnd = new RegExp(`(?<=,) |(?<!left|cross) (?=(?:${clauses}|${term})\\b)`)
const startsClause = new RegExp(`^(?:${clauses})\\b`)

/** By turns: texts outside of brackets, with the brackets themselves, and what is within, or quoted. */
function splitBrackets(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const token of text.match(/'[^']*'|[()]|[^()']+/g) ?? []) {
    if (token === ')' && --depth === 0) parts.push('')
    if (depth === 0 && token.startsWith("'")) {
      parts.push(token, '')
      continue
    }
    parts[parts.length - 1] += token
    if (token === '(' && ++depth === 1) parts.push('')
  }
  return parts
}

/** Each with the texts in its brackets, as above. */
function splitLines(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [index, part] of splitBrackets(text).entries()) {
    const [first = '', ...others] = index % 2 === 1 ? [part] : part.split(lineEnd)
    lines.at(-1)?.push(first)
    lines.push(...others.map((other) => [other]))
  }
  return lines
}

export function toOneLine(sql: string): string {
  return sql.trim().replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')
}

/** A statement with each clause, column and condition on a line of its own, unless one line holds it. */
export function toSqlLines(sql: string, indent = ''): string {
  const text = toOneLine(sql)
  if (indent.length + text.length <= longestLine) return indent + text
  return splitLines(text)
    .map((parts) => {
      const isClause = startsClause.test(parts.join('')) || !startsClause.test(text)
      const margin = isClause ? indent : `${indent}  `
      const line = margin + parts.join('')
      if (line.length <= longestLine) return line
      const [before, ...others] = parts.map((part, index) =>
        index % 2 === 0 || part.length <= shortBracket
          ? part
          : `\n${toSqlLines(part, `${margin}  `)}\n${margin}`,
      )
      return [margin + before, ...others].join('')
    })
    .join('\n')
}
