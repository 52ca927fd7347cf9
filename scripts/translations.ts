import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { readImportGraph, findReachable } from './import-graph.ts'
import { findProblems, type Message, type Messages } from './message-rules.ts'
import { messagesPath, readMessages } from './message-files.ts'

/** Uses of a message: pages by address, and the source files. */
export type Uses = Map<string, { screens: string[]; files: string[] }>

const columns = ['key', 'form', 'screens', 'context', 'en'] as const

/** The plural forms of the counts below 1,000; `*` stands for all others. */
function pluralForms(locale: string): string[] {
  const rules = new Intl.PluralRules(locale)
  const usedForms = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
  const named = (['zero', 'one', 'two', 'few', 'many'] as const).filter((form) =>
    usedForms.has(form),
  )
  return [...named, '*']
}

type Variant = Exclude<Message, string>[number]

function variantOf(message: Message | undefined): Variant | undefined {
  return typeof message === 'string' ? undefined : message?.[0]
}

/** The text by form; the only form of a plain message is empty. */
function textsByForm(message: Message | undefined): Map<string, string> {
  if (message === undefined) return new Map()
  if (typeof message === 'string') return new Map([['', message]])
  const match = Object.entries(variantOf(message)?.match ?? {})
  return new Map(match.map(([selector, text]) => [selector.split('=')[1] ?? '', text]))
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table for a translator, as CSV (RFC 4180) that spreadsheets read as UTF-8. */
export function printTranslations(
  locale: string,
  { base, own, uses }: { base: Messages; own: Messages; uses: Uses },
): string {
  const rows = Object.entries(base).flatMap(([key, message]) => {
    const english = textsByForm(message)
    const texts = textsByForm(own[key])
    const isPlural = !(texts.size > 0 ? texts : english).has('')
    const forms = isPlural ? [...new Set([...pluralForms(locale), ...texts.keys()])] : ['']
    const { screens = [], files = [] } = uses.get(key) ?? {}
    return forms.map((form) => [
      key,
      form,
      screens.join(' '),
      files.join(' '),
      english.get(form) ?? english.get('*') ?? english.get('') ?? '',
      texts.get(form) ?? '',
    ])
  })
  const lines = [[...columns, locale], ...rows].map((row) => row.map(quoteCell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** The cells of a CSV text by row. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cells = text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)
  for (const [whole, cell = '', end] of cells) {
    if (whole === '' && row.length === 0) continue
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

function toMessage(texts: Map<string, string>, model: Message | undefined): Message | undefined {
  const plain = texts.get('')
  if (plain !== undefined) return plain
  const variant = variantOf(model)
  if (!variant || texts.size === 0) return undefined
  const [selector = ''] = Object.keys(variant.match)
  const name = selector.split('=')[0]
  const match = Object.fromEntries([...texts].map(([form, text]) => [`${name}=${form}`, text]))
  return [{ ...variant, match }]
}

/** The texts of a table by key and form, without empty cells; undefined where a column is missing. */
function readTexts(locale: string, csv: string): Map<string, Map<string, string>> | undefined {
  const [head = [], ...rows] = parseCsv(csv)
  const places = ['key', 'form', locale].map((name) => head.indexOf(name))
  if (places.includes(-1)) return undefined
  const texts = new Map<string, Map<string, string>>()
  for (const row of rows) {
    const [key = '', form = '', text = ''] = places.map((columnIndex) => row[columnIndex])
    if (text.trim() === '') continue
    texts.set(key, (texts.get(key) ?? new Map<string, string>()).set(form, text))
  }
  return texts
}

/**
 * The messages of a language with the texts of a table; empty cells and rows that are missing leave
 * what was there. Problems are those of the table and of the texts, without missing messages.
 */
export function applyTranslations(
  locale: string,
  csv: string,
  { base, own }: { base: Messages; own: Messages },
): { messages: Messages; problems: string[] } {
  const typed = readTexts(locale, csv)
  if (!typed) return { messages: own, problems: [`no column key, form or ${locale}`] }
  const unknown = [...typed.keys()].filter((key) => !(key in base))
  const messages: Messages = {}
  for (const [key, message] of Object.entries(base)) {
    const model = typeof own[key] === 'object' ? own[key] : message
    const translated = toMessage(typed.get(key) ?? new Map<string, string>(), model) ?? own[key]
    if (translated !== undefined) messages[key] = translated
  }
  const problems = findProblems(locale, messages, base).filter(
    (problem) => !problem.endsWith(': missing'),
  )
  return { messages, problems: [...unknown.map((key) => `${key}: unknown key`), ...problems] }
}

/** `/events/{slug}` of `site/pages/[...locale]/events/[slug].astro`. */
function addressOf(page: string): string {
  const path = page
    .replace(/^site\/pages(\/\[\.\.\.locale\])?/, '')
    .replace(/(\/index)?\.astro$/, '')
  return path.replaceAll(/\[(\w+)\]/g, '{$1}') || '/'
}

const mostNamed = 6

function named(names: string[], others: string): string[] {
  return names.length > mostNamed ? [`${names.length} ${others}`] : names
}

/** The addresses of the pages that load each file. */
function readScreens(pages: string[], hasLazyImports: boolean): Map<string, string[]> {
  const graph = readImportGraph({ hasLazyImports })
  const loaded = pages.flatMap((page) =>
    [...findReachable(graph, page)].map((file) => ({ file, address: addressOf(page) })),
  )
  const byFile = Map.groupBy(loaded, ({ file }) => file)
  return new Map([...byFile].map(([file, usages]) => [file, usages.map(({ address }) => address)]))
}

function readUses(): Uses {
  const sources = globSync('{site,worker}/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*'] })
  const pages = sources.filter((path) => /^site\/pages\/.*\.astro$/.test(path))
  const [firstScreens, later] = [readScreens(pages, false), readScreens(pages, true)]
  const filesOf = new Map<string, string[]>()
  for (const path of sources) {
    for (const [, key = ''] of readFileSync(path, 'utf8').matchAll(/\bm\.(\w+)/g)) {
      filesOf.set(key, [...new Set([...(filesOf.get(key) ?? []), path])])
    }
  }
  return new Map(
    [...filesOf].map(([key, files]) => {
      const screensOf = (of: typeof firstScreens) => files.flatMap((file) => of.get(file) ?? [])
      const atFirst = new Set(screensOf(firstScreens))
      // A text that opens later goes by the pages that may load it.
      const screens = [...(atFirst.size > 0 ? atFirst : new Set(screensOf(later)))]
      return [key, { screens: named(screens, 'pages'), files: named(files, 'files') }]
    }),
  )
}

async function main([action, locale = '', path = `translations-${locale}.csv`]: string[]) {
  const isKnown = (action === 'export' || action === 'import') && /^[a-z]{2}$/.test(locale)
  if (!isKnown) throw new Error('npm run translations -- export|import <language> [file.csv]')
  const base = readMessages('en')
  const own = existsSync(messagesPath(locale)) ? readMessages(locale) : {}
  if (action === 'export') {
    writeFileSync(path, printTranslations(locale, { base, own, uses: readUses() }))
    return console.log(`${path}: ${Object.keys(base).length} messages`)
  }
  const { messages, problems } = applyTranslations(locale, readFileSync(path, 'utf8'), {
    base,
    own,
  })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    process.exitCode = 1
    return console.error('Nothing was changed.')
  }
  const file = { $schema: 'https://inlang.com/schema/inlang-message-format', ...messages }
  const json = await format(JSON.stringify(file, null, 2), { parser: 'json', printWidth: 100 })
  writeFileSync(messagesPath(locale), json)
  console.log(`${messagesPath(locale)}: ${Object.keys(messages).length} messages`)
}

if (import.meta.main) await main(process.argv.slice(2))
