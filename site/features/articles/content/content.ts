import type { MarkdownInstance } from 'astro'
import { brand } from '#site/lib/brand.ts'
import { m } from '#site/lib/messages.ts'
import { localeStaticPaths } from '#site/lib/prerendered.ts'
import { localizeLinks } from '#site/lib/site-links.ts'
import { html } from '#site/ui/html.ts'
import { operator } from '#worker/contracts/operator.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { listOperatorTexts, renderOperatorBlocks } from './operator-texts.ts'
import { fillInPrivacyTables } from './privacy-tables.ts'
import { renderRetentionTable } from './retention-table.ts'

export type ContentDocumentName =
  | 'zevent-2025-guide'
  | 'faq'
  | 'privacy-policy'
  | 'terms-and-conditions'
  | 'download-ios'
  | 'data-deletion-request'
  | 'legal-notice'
  | 'accessibility'

type FrontMatter = {
  title: string
  description: string
  /** A day, `2026-11-20`; YAML may make a date of it. */
  updated: string | Date
  published?: string | Date
  /** Day on which a legal text was published, which names it once it is an earlier one. */
  version?: string | Date
  /** Its versions, newest first. */
  changes?: { on: string | Date; text: string; applies?: string | Date }[]
}

type ContentChange = {
  on: string
  text: string
  applies: string | undefined
  isCurrent: boolean
}

export type ContentDocument = {
  title: string
  description: string
  updated: string
  published: string
  /** To read it. */
  minutes: number
  html: string
  headings: { id: string; text: string; level: number }[]
  /** True if it names an operator, and no file says who that is. */
  isSample: boolean
  changes: ContentChange[]
}

/** `site/content/<page>/<language>.md`, compiled when the site is built; earlier versions in folders. */
const texts = import.meta.glob<MarkdownInstance<FrontMatter>>([
  '/site/content/*/*.md',
  '/site/content/*/*/*.md',
])

/** Addresses of the versions that a later text replaced, in each form of the language. */
export function listEarlierVersionPaths(name: ContentDocumentName) {
  const folder = `/site/content/${name}/`
  const files = Object.keys(texts).filter((path) => path.startsWith(folder))
  const versions = new Set(
    files
      .map((path) => path.slice(folder.length).split('/'))
      .filter((parts) => parts.length > 1)
      .map(([version]) => version),
  )
  return [...versions].flatMap((version) =>
    localeStaticPaths().map(({ params }) => ({ params: { ...params, version } })),
  )
}

function toIsoDay(day: string | Date): string {
  return (typeof day === 'string' ? day : day.toISOString()).slice(0, 10)
}

/** Replaces `{name}` and the like, so that a deployer rebrands the texts as well. */
function fillInPlaceholders(text: string, values: Record<string, { toString(): string }>): string {
  return Object.entries(values).reduce(
    (filled, [placeholder, value]) => filled.replaceAll(`{${placeholder}}`, () => String(value)),
    text,
  )
}

function fillInBrand(text: string): string {
  const { name, shortName } = brand
  return fillInPlaceholders(text, { name, shortName })
}

function fillInOperator(markup: string, locale: Locale): string {
  const blocks = Object.entries(renderOperatorBlocks(operator, locale))
  const withBlocks = blocks.reduce(
    (filled, [name, block]) => filled.replaceAll(`<p>{${name}}</p>`, () => String(block)),
    markup,
  )
  const texts = Object.entries(listOperatorTexts(operator, locale))
  return fillInPlaceholders(
    withBlocks,
    Object.fromEntries(texts.map(([name, value]) => [name, html`${value}`])),
  )
}

function decorateHtml(html: string): string {
  const box = `<div class="table-scroll" role="group" aria-label="${m.article_table()}" tabindex="0">`
  return html
    .replaceAll(/<a(?= href="https?:)/g, '<a rel="noopener external"')
    .replaceAll('<table>', `${box}<table>`)
    .replaceAll('</table>', '</table></div>')
}

function listChanges({ version, changes = [] }: FrontMatter): ContentChange[] {
  return changes.map(({ on, text, applies }) => ({
    on: toIsoDay(on),
    text,
    applies: applies && toIsoDay(applies),
    isCurrent: toIsoDay(on) === toIsoDay(version ?? on),
  }))
}

async function loadDocument(path: string, locale: Locale): Promise<ContentDocument> {
  const text = await texts[path]?.()
  if (!text) throw new Error(`${path} is missing`)
  const { title, description, updated, published } = text.frontmatter
  const wordCount = text
    .rawContent()
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/).length
  return {
    title: fillInBrand(title),
    description: fillInBrand(description),
    updated: toIsoDay(updated),
    published: toIsoDay(published ?? updated),
    minutes: Math.max(1, Math.round(wordCount / 230)),
    html: localizeLinks(
      decorateHtml(
        fillInOperator(
          fillInBrand(fillInPrivacyTables(await text.compiledContent(), locale)),
          locale,
        ).replace('<p>{terms}</p>', () => String(renderRetentionTable(locale))),
      ),
      locale,
    ),
    changes: listChanges(text.frontmatter),
    isSample: Boolean(operator.isSample) && text.rawContent().includes('{operator.'),
    headings: text.getHeadings().map((heading) => ({
      id: heading.slug,
      text: fillInBrand(heading.text),
      level: heading.depth,
    })),
  }
}

const loadedTexts = new Map<string, Promise<ContentDocument>>()

export function loadContentDocument(
  name: ContentDocumentName,
  locale: Locale,
  version?: string,
): Promise<ContentDocument> {
  const path = ['/site/content', name, version, `${locale}.md`].filter(Boolean).join('/')
  const text = loadedTexts.get(path) ?? loadDocument(path, locale)
  loadedTexts.set(path, text)
  return text
}
