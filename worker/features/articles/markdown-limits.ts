/** Beyond this a text is cut: nobody reads it, and parsing costs time. */
const longestText = 60_000
/** Where quotes and lists nested in one another stop: the tree is walked by functions that call themselves. */
const longestPrefix = 40
/** Emphasis and brackets are matched with one another: the cost of a block grows with their square. */
const marksInBlock = 600
const marksInText = 12_000

function flatten(line: string): string {
  const [prefix = ''] = /^(?:[>\s]|[-+*] |\d{1,9}[.)] )*/.exec(line) ?? []
  return prefix.slice(0, longestPrefix) + line.slice(prefix.length)
}

/** Markdown that costs a bounded time; what a person writes comes through as it is. */
export function limitMarkdown(markdown: string): string {
  let inText = 0
  const blocks = markdown
    .slice(0, longestText)
    .split('\n')
    .map(flatten)
    .join('\n')
    .split(/(\n\s*\n)/)
  const bounded = blocks.map((block) => {
    let inBlock = 0
    return block.replace(/[*_[\]~]/g, (mark) => {
      inBlock += 1
      inText += 1
      return inBlock > marksInBlock || inText > marksInText ? '' : mark
    })
  })
  return bounded.join('')
}
