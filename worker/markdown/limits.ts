/** Longer texts are cut, because parsing is expensive. */
const maxCharacters = 60_000
/** Maximum nesting of quotes and lists: the tree is processed recursively. */
const maxNesting = 40
/** Emphasis and brackets are matched with one another: the cost of a block grows quadratically. */
const maxMarksPerBlock = 600
const marksInText = 12_000
/** Each column of a table has a cell in each of its rows. */
const maxColumns = 20

function limitNestingAndColumns(line: string): string {
  const [prefix = ''] = /^(?:[>\s]|[-+*] |\d{1,9}[.)] )*/.exec(line) ?? []
  let columns = 0
  const cells = line
    .slice(prefix.length)
    .replaceAll('|', () => ((columns += 1) > maxColumns ? '' : '|'))
  return prefix.slice(0, maxNesting) + cells
}

export function limitMarkdownComplexity(markdown: string): string {
  let inText = 0
  const blocks = markdown
    .slice(0, maxCharacters)
    .split('\n')
    .map(limitNestingAndColumns)
    .join('\n')
    .split(/(\n\s*\n)/)
  const bounded = blocks.map((block) => {
    let inBlock = 0
    return block.replace(/[*_[\]~]/g, (mark) => {
      inBlock += 1
      inText += 1
      return inBlock > maxMarksPerBlock || inText > marksInText ? '' : mark
    })
  })
  return bounded.join('')
}
