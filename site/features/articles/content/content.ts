import type { MarkdownInstance } from 'astro'
import { brand } from '#site/lib/brand.ts'
import { m } from '#site/lib/messages.ts'
import { localeStaticPaths } from '#site/lib/prerendered.ts'
import { localizeLinks } from '#site/lib/site-links.ts'
import { html, type Html } from '#site/ui/html.ts'
import { operator } from '#worker/contracts/operator.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { listOperatorTexts, renderOperatorBlocks } from './operator-texts.ts'
import { renderPrivacyTables } from './privacy-tables.ts'

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
  /** Versions of a legal text, newest first; the day of an earlier one is in its address. */
  changes?: { on: string | Date; text: string; applies?: string | Date }[]
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
  changes: { on: string; text: string; applies: string | undefined }[]
}

/** `site/content/<page>/<language>.md`, compiled when the site is built; earlier versions in folders. */
const texts = import.meta.glob<MarkdownInstance<FrontMatter>>([
  '/site/content/*/*.md',
  '/site/content/*/*/*.md',
])

/** Addresses of the versions that a later text replaced, in each form of the language. */
export function listEarlierVersionPaths(name: ContentDocumentName) {
  const earlier = new RegExp(`^/site/content/${name}/([^/]+)/en.md$`)
  const versions = Object.keys(texts).flatMap((path) => earlier.exec(path)?.[1] ?? [])
  return versions.flatMap((version) =>
    localeStaticPaths().map(({ params }) => ({ params: { ...params, version } })),
  )
}

function toIsoDay(day: string | Date): string {
  return (typeof day === 'string' ? day : day.toISOString()).slice(0, 10)
}

/** Replaces `{name}` and the like, so that a deployer rebrands the texts as well. */
function fillInBrand(text: string): string {
  return text.replaceAll('{name}', brand.name).replaceAll('{shortName}', brand.shortName)
}

/** Tables stand for paragraphs, links and words within them. */
function fillInFacts(markup: string, locale: Locale): string {
  const blocks: Record<string, Html> = {
    ...renderOperatorBlocks(operator, locale),
    ...renderPrivacyTables(locale),
  }
  const words = listOperatorTexts(operator, locale)
  return fillInBrand(markup)
    .replaceAll(/<p>\{([\w.]+)\}<\/p>/g, (whole, name) => String(blocks[name] ?? whole))
    .replaceAll(/\{([\w.]+)\}/g, (whole, name) => {
      const word = words[name]
      return word === undefined ? whole : String(html`${word}`)
    })
}

function decorateHtml(html: string): string {
  const box = `<div class="table-scroll" role="group" aria-label="${m.article_table()}" tabindex="0">`
  return html
    .replaceAll(/<a(?= href="https?:)/g, '<a rel="noopener external"')
    .replaceAll('<table>', `${box}<table>`)
    .replaceAll('</table>', '</table></div>')
}

async function loadDocument(path: string, locale: Locale): Promise<ContentDocument> {
  const text = await texts[path]?.()
  if (!text) throw new Error(`${path} is missing`)
  const { title, description, updated, published, changes = [] } = text.frontmatter
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
    html: localizeLinks(decorateHtml(fillInFacts(await text.compiledContent(), locale)), locale),
    changes: changes.map(({ on, text, applies }) => ({
      on: toIsoDay(on),
      text,
      applies: applies && toIsoDay(applies),
    })),
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
