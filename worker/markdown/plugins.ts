import type rehypeSanitize from 'rehype-sanitize'
import { mediaUrl, workerMediaUrl } from '#worker/contracts/media-url.ts'
import type { ArticleHeading } from '#worker/features/articles/contract.ts'

export type HtmlTree = ReturnType<ReturnType<typeof rehypeSanitize>>
type Child = HtmlTree['children'][number]
type Element = Extract<Child, { type: 'element' }>
type Parent = { children: Child[] }

export type MarkdownLabels = { table: string; code: string; taskDone: string; taskOpen: string }

const headingName = /^h([1-6])$/

function levelOf({ tagName }: Element): number {
  return Number(headingName.exec(tagName)?.[1] ?? 0)
}

function elementsOf({ children }: Parent): Element[] {
  return children.flatMap((child) =>
    child.type === 'element' ? [child, ...elementsOf(child)] : [],
  )
}

function textOf({ children }: Parent): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value
      return child.type === 'element' ? textOf(child) : ''
    })
    .join('')
}

/** The page's title is its only h1: the highest headings become h2, and no level is skipped. */
export function normalizeHeadingLevels() {
  return (tree: HtmlTree): void => {
    const headings = elementsOf(tree).filter((element) => levelOf(element) > 0)
    const shift = 2 - Math.min(...headings.map(levelOf))
    let previous = 1
    for (const heading of headings) {
      previous = Math.min(levelOf(heading) + shift, previous + 1, 6)
      heading.tagName = `h${previous}`
    }
  }
}

export function listHeadings(tree: HtmlTree): ArticleHeading[] {
  return elementsOf(tree)
    .filter((element) => levelOf(element) > 0)
    .map((element) => ({
      id: String(element.properties['id'] ?? ''),
      text: textOf(element).trim(),
      level: levelOf(element),
    }))
    .filter(({ id, text }) => id !== '' && id !== 'footnote-label' && text !== '')
}

/** Includes spellings that browsers treat as `//host`. */
const elsewhere = /^(?:https?:|[/\\]{2})/i

function dressLink(link: Element): void {
  if (elsewhere.test(String(link.properties['href']))) {
    link.properties['rel'] = ['noopener', 'nofollow', 'external']
  }
}

const ownPicture = /^\/media\/(?!.*\.\.)[\w./-]+(?:#(\d{1,4})x(\d{1,4}))?$/

/** Only pictures of this site; `#640x360` after an address states the size. */
function decoratePicture(picture: Element, isInLink: boolean): Child {
  const source = String(picture.properties['src'] ?? '')
  const alt = String(picture.properties['alt'] ?? '')
  const match = ownPicture.exec(source)
  if (match) {
    const [, width, height] = match
    const size = width && height ? { width: Number(width), height: Number(height) } : {}
    picture.properties = { src: source, alt, ...size, loading: 'lazy', decoding: 'async' }
    return picture
  }
  const words: Child = { type: 'text', value: alt || source }
  if (isInLink) return words
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: { href: source },
    children: [words],
  }
  dressLink(link)
  return link
}

export function resolvePictureUrls() {
  return (tree: HtmlTree): void => {
    for (const { tagName, properties } of elementsOf(tree)) {
      const source = String(properties['src'] ?? '')
      const workerBase = workerMediaUrl('')
      if (tagName === 'img' && source.startsWith(workerBase)) {
        properties['src'] = mediaUrl(source.slice(workerBase.length))
      }
    }
  }
}

/** Wide tables scroll in a box that the keyboard can focus. */
function wrapTable(table: Element, words: MarkdownLabels): Element {
  const properties = {
    className: ['table-scroll'],
    role: 'group',
    ariaLabel: words.table,
    tabIndex: 0,
  }
  return { type: 'element', tagName: 'div', properties, children: [table] }
}

function dressElement(element: Element, words: MarkdownLabels, isInLink: boolean): Child {
  decorateChildren(element, words, isInLink || element.tagName === 'a')
  switch (element.tagName) {
    case 'a':
      dressLink(element)
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

function decorateChildren(parent: Parent, words: MarkdownLabels, isInLink: boolean): void {
  parent.children = parent.children.map((child) =>
    child.type === 'element' ? dressElement(child, words, isInLink) : child,
  )
}

export function addDisplayAttributes(words: MarkdownLabels) {
  return (tree: HtmlTree): void => decorateChildren(tree, words, false)
}
