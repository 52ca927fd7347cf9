import type rehypeSanitize from 'rehype-sanitize'
import { mediaUrl, workerMediaUrl } from '#worker/contracts/media-url.ts'
import type { ArticleHeading } from '#worker/features/articles/contract.ts'

export type HtmlTree = ReturnType<ReturnType<typeof rehypeSanitize>>
type HtmlNode = HtmlTree['children'][number]
type HtmlElement = Extract<HtmlNode, { type: 'element' }>
type HtmlParent = { children: HtmlNode[] }

export type MarkdownLabels = { table: string; code: string; taskDone: string; taskOpen: string }

const headingName = /^h([1-6])$/

function headingLevel({ tagName }: HtmlElement): number {
  return Number(headingName.exec(tagName)?.[1] ?? 0)
}

function listElements({ children }: HtmlParent): HtmlElement[] {
  return children.flatMap((child) =>
    child.type === 'element' ? [child, ...listElements(child)] : [],
  )
}

function collectText({ children }: HtmlParent): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value
      return child.type === 'element' ? collectText(child) : ''
    })
    .join('')
}

/** The page's title is its only h1: the highest headings become h2, and no level is skipped. */
export function normalizeHeadingLevels() {
  return (tree: HtmlTree): void => {
    const headings = listElements(tree).filter((element) => headingLevel(element) > 0)
    const shift = 2 - Math.min(...headings.map(headingLevel))
    let previous = 1
    for (const heading of headings) {
      previous = Math.min(headingLevel(heading) + shift, previous + 1, 6)
      heading.tagName = `h${previous}`
    }
  }
}

export function listHeadings(tree: HtmlTree): ArticleHeading[] {
  return listElements(tree)
    .filter((element) => headingLevel(element) > 0)
    .map((element) => ({
      id: String(element.properties['id'] ?? ''),
      text: collectText(element).trim(),
      level: headingLevel(element),
    }))
    .filter(({ id, text }) => id !== '' && id !== 'footnote-label' && text !== '')
}

/** Includes spellings that browsers treat as `//host`. */
const elsewhere = /^(?:https?:|[/\\]{2})/i

function decorateLink(link: HtmlElement): void {
  if (elsewhere.test(String(link.properties['href']))) {
    link.properties['rel'] = ['noopener', 'nofollow', 'external']
  }
}

const ownPicture = /^\/media\/(?!.*\.\.)[\w./-]+(?:#(\d{1,4})x(\d{1,4}))?$/

/** Only pictures of this site; `#640x360` after an address states the size. */
function decoratePicture(picture: HtmlElement, isInLink: boolean): HtmlNode {
  const source = String(picture.properties['src'] ?? '')
  const alt = String(picture.properties['alt'] ?? '')
  const match = ownPicture.exec(source)
  if (match) {
    const [, width, height] = match
    const size = width && height ? { width: Number(width), height: Number(height) } : {}
    picture.properties = { src: source, alt, ...size, loading: 'lazy', decoding: 'async' }
    return picture
  }
  const words: HtmlNode = { type: 'text', value: alt || source }
  if (isInLink) return words
  const link: HtmlElement = {
    type: 'element',
    tagName: 'a',
    properties: { href: source },
    children: [words],
  }
  decorateLink(link)
  return link
}

export function resolvePictureUrls() {
  return (tree: HtmlTree): void => {
    for (const { tagName, properties } of listElements(tree)) {
      const source = String(properties['src'] ?? '')
      const workerBase = workerMediaUrl('')
      if (tagName === 'img' && source.startsWith(workerBase)) {
        properties['src'] = mediaUrl(source.slice(workerBase.length))
      }
    }
  }
}

/** Wide tables scroll in a box that the keyboard can focus. */
function wrapTable(table: HtmlElement, words: MarkdownLabels): HtmlElement {
  const properties = {
    className: ['table-scroll'],
    role: 'group',
    ariaLabel: words.table,
    tabIndex: 0,
  }
  return { type: 'element', tagName: 'div', properties, children: [table] }
}

function decorateElement(element: HtmlElement, words: MarkdownLabels, isInLink: boolean): HtmlNode {
  decorateChildren(element, words, isInLink || element.tagName === 'a')
  switch (element.tagName) {
    case 'a':
      decorateLink(element)
      return element
    case 'img':
      return decoratePicture(element, isInLink)
    case 'table':
      return wrapTable(element, words)
    case 'pre':
      Object.assign(element.properties, { role: 'group', ariaLabel: words.code, tabIndex: 0 })
      return element
    case 'input':
      element.properties['ariaLabel'] = element.properties['checked']
        ? words.taskDone
        : words.taskOpen
      return element
    default:
      return element
  }
}

function decorateChildren(parent: HtmlParent, words: MarkdownLabels, isInLink: boolean): void {
  parent.children = parent.children.map((child) =>
    child.type === 'element' ? decorateElement(child, words, isInLink) : child,
  )
}

export function addDisplayAttributes(words: MarkdownLabels) {
  return (tree: HtmlTree): void => decorateChildren(tree, words, false)
}
