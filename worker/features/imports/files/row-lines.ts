const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},\n]|[^\s"[\]{},]+/g

/** The line (from 1) on which each row of a JSON list begins. */
export function findRowLines(json: string): number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let isRowNext = false
  for (const [token] of json.matchAll(tokens)) {
    if (token === '\n') {
      line += 1
      continue
    }
    if (isRowNext && token !== ']') lines.push(line)
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    isRowNext = depth === 1 && (token === ',' || (token === '[' && lines.length === 0))
  }
  return lines
}
