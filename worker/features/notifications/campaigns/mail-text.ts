import type { HtmlTree } from '#worker/markdown/plugins.ts'
import type { HtmlNode, HtmlElementNode } from './mail-styles.ts'

const listIndent = '  '

function toInlineText(children: readonly HtmlNode[]): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value.replace(/\s*\n\s*/g, ' ')
      return child.type === 'element' ? elementToInlineText(child) : ''
    })
    .join('')
}

function elementToInlineText({ tagName, properties, children }: HtmlElementNode): string {
  if (tagName === 'br') return '\n'
  if (tagName === 'img') return String(properties['alt'] ?? '')
  const words = toInlineText(children)
  if (tagName !== 'a') return words
  const href = String(properties['href'] ?? '').replace(/^mailto:/, '')
  return words === '' || words === href ? href : `${words} (${href})`
}

/** Indents the further lines of an item like the words of its first. */
function listToText({ tagName, properties, children }: HtmlElementNode): string {
  const first = Number(properties['start'] ?? 1)
  const items = children.filter((child) => child.type === 'element')
  return items
    .map((item, index) => {
      const mark = tagName === 'ol' ? `${first + index}. ` : '- '
      return mark + blocksToText(item.children, '\n').replaceAll('\n', `\n${listIndent}`)
    })
    .join('\n')
}

function listTableRows({ children }: HtmlElementNode): HtmlElementNode[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return []
    return child.tagName === 'tr' ? [child] : listTableRows(child)
  })
}

function cellsToText({ children }: HtmlElementNode): string {
  const found = children.filter((child) => child.type === 'element')
  return found.map((cell) => toInlineText(cell.children).trim()).join(' | ')
}

const blockTexts: Record<string, (element: HtmlElementNode) => string> = {
  ul: listToText,
  ol: listToText,
  blockquote: ({ children }) => blocksToText(children, '\n\n').replace(/^/gm, '> '),
  pre: ({ children }) => extractCode(children),
  hr: () => '---',
  table: (table) => listTableRows(table).map(cellsToText).join('\n'),
}

function extractCode(children: readonly HtmlNode[]): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value
      return child.type === 'element' ? extractCode(child.children) : ''
    })
    .join('')
    .trimEnd()
}

const paragraphs = /^(?:p|h\d)$/

/** Words that stand between blocks, as in a tight list, are a block too. */
function blocksToText(children: readonly HtmlNode[], gap: string): string {
  const found: string[] = []
  let loose: HtmlNode[] = []
  function settle(): void {
    const words = toInlineText(loose).trim()
    if (words) found.push(words)
    loose = []
  }
  for (const child of children) {
    const block = child.type === 'element' ? blockTexts[child.tagName] : undefined
    const isParagraph = child.type === 'element' && paragraphs.test(child.tagName)
    if (!block && !isParagraph) {
      loose.push(child)
      continue
    }
    settle()
    if (child.type === 'element')
      found.push(block ? block(child) : toInlineText(child.children).trim())
  }
  settle()
  return found.join(gap)
}

/** A rendered text without markup, the address of each link behind its words. */
export function toPlainText(tree: HtmlTree): string {
  return blocksToText(tree.children, '\n\n')
}
