import type { Locale } from '#worker/contracts/locale.ts'
import { isLocale, localePath } from '#worker/locale/locale.ts'
import type { HtmlTree } from '#worker/markdown/plugins.ts'

export type HtmlNode = HtmlTree['children'][number]
export type HtmlElementNode = Extract<HtmlNode, { type: 'element' }>
type ParentNode = { children: HtmlNode[] }
export type MailRenderingOptions = { language: Locale; siteUrl: string }

/** Mail programs know no style sheets. */
const styles: Record<string, string> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 12px;font-size:20px;line-height:26px',
  h3: 'margin:24px 0 8px;font-size:17px;line-height:24px',
  h4: 'margin:24px 0 8px;font-size:16px;line-height:24px',
  ul: 'margin:0 0 16px;padding:0 0 0 24px',
  ol: 'margin:0 0 16px;padding:0 0 0 24px',
  li: 'margin:0 0 6px',
  a: 'color:#b92d0c;text-decoration:underline',
  blockquote: 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #e4dac8;color:#62606d',
  code: 'font-family:ui-monospace,monospace;font-size:14px',
  pre: 'margin:0 0 16px;padding:12px 16px;border-radius:10px;background:#f3ece0;white-space:pre-wrap',
  hr: 'margin:24px 0;border:0;border-top:1px solid #e4dac8',
  img: 'display:block;max-width:100%;height:auto;border-radius:10px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  th: 'padding:6px 10px;border:1px solid #e4dac8;text-align:left;min-width:64px',
  td: 'padding:6px 10px;border:1px solid #e4dac8;text-align:left;min-width:64px',
}

const linkProtocols = new Set(['http:', 'https:', 'mailto:'])

/** A path of the site is the reader's page, unless it names a language itself. */
function toAbsoluteUrl(
  href: string,
  { language, siteUrl }: MailRenderingOptions,
): string | undefined {
  const isPath = /^\/(?![/\\])/.test(href)
  const hasLocale = isLocale(/^\/(\w\w)(?:[/?#]|$)/.exec(href)?.[1])
  const path =
    isPath && !hasLocale && !href.startsWith('/media/') ? localePath(language, href) : href
  if (!URL.canParse(path, siteUrl)) return undefined
  const url = new URL(path, siteUrl)
  return linkProtocols.has(url.protocol) ? url.href : undefined
}

/** A picture from elsewhere would tell its host who reads, so it becomes a link. */
function stylePicture(
  picture: HtmlElementNode,
  mail: MailRenderingOptions,
  isInLink: boolean,
): HtmlNode {
  const source = String(picture.properties['src'] ?? '')
  const alt = String(picture.properties['alt'] ?? '')
  if (/^\/media\/[\w./-]+(?:#\d{1,4}x\d{1,4})?$/.test(source) && !source.includes('..')) {
    const src = toAbsoluteUrl(source.replace(/#.*$/, ''), mail)
    picture.properties = { src, alt, style: styles['img'] }
    return picture
  }
  const words: HtmlNode = { type: 'text', value: alt || source }
  const href = toAbsoluteUrl(source, mail)
  if (isInLink || !href) return words
  const properties = { href, style: styles['a'] }
  return { type: 'element', tagName: 'a', properties, children: [words] }
}

function styleElement(
  element: HtmlElementNode,
  mail: MailRenderingOptions,
  isInLink: boolean,
): HtmlNode {
  const isLink = element.tagName === 'a'
  if (element.tagName === 'img') return stylePicture(element, mail, isInLink)
  styleChildren(element, mail, isInLink || isLink)
  if (isLink) {
    const { href } = element.properties
    const address = href ? toAbsoluteUrl(String(href), mail) : undefined
    if (!address) return { ...element, tagName: 'span', properties: {} }
    element.properties['href'] = address
  }
  element.properties['style'] = styles[element.tagName]
  if (element.tagName === 'blockquote') removeLastParagraphMargin(element)
  return element
}

/** The box has a margin of its own. */
function removeLastParagraphMargin({ children }: HtmlElementNode): void {
  const last = children.findLast((child) => child.type === 'element')
  if (last?.tagName === 'p') last.properties['style'] = 'margin:0'
}

function styleChildren(parent: ParentNode, mail: MailRenderingOptions, isInLink: boolean): void {
  parent.children = parent.children.map((child) =>
    child.type === 'element' ? styleElement(child, mail, isInLink) : child,
  )
}

export function rehypeMailStyles(mail: MailRenderingOptions) {
  return (tree: HtmlTree): void => styleChildren(tree, mail, false)
}
