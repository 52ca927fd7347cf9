import { sql } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import type { RowOf } from '#worker/db/row.ts'
import { queryRows, select } from '#worker/db/statement.ts'
import { AppError } from '#worker/api/errors.ts'
import { toObjectStream } from '#worker/caching/media.ts'
import {
  sitemapSectionNames,
  sitemapSections,
  staticPages,
  type SectionName,
  type TableSection,
} from './sections.ts'
import { writeSitemapIndex, writeSitemap, type SitemapEntry } from './sitemap-xml.ts'

/** Three addresses each: 15,000 of the 50,000 that a file may hold, and 9 MB at most in memory. */
const rowsPerFile = 5000
const contentType = 'application/xml'

export type SitemapFile = { section: SectionName; page: number }

/** `sitemap-events.xml`, `sitemap-events-2.xml` */
function formatSitemapName({ section, page }: SitemapFile): string {
  return `sitemap-${section}${page === 1 ? '' : `-${page}`}.xml`
}

export function parseSitemapName(name: string): SitemapFile | undefined {
  const match = /^sitemap-([a-z-]+?)(?:-([1-9]\d{0,4}))?\.xml$/.exec(name)
  const section = sitemapSectionNames.find((sectionName) => sectionName === match?.[1])
  const page = Number(match?.[2] ?? 1)
  return section && (page > 1 || match?.[2] === undefined) ? { section, page } : undefined
}

function sitemapStorageKey(name: string): string {
  return `sitemaps/${name}`
}

async function findStoredSitemap(ctx: Ctx, name: string): Promise<ReadableStream | undefined> {
  const stored = await ctx.media.get(sitemapStorageKey(name))
  return stored ? toObjectStream(stored) : undefined
}

type EntryChunk = { entries: SitemapEntry[]; last: number }

/** The rows of a section after an id, or, where the id is not known, of its nth file. */
async function readEntryChunk(
  ctx: Ctx,
  section: TableSection,
  start: { after: number } | { page: number },
): Promise<EntryChunk> {
  const { table, isPublic, columns, pathOf } = sitemapSections[section]
  const { id } = columns
  const after = 'after' in start ? start.after : 0
  const offset = 'page' in start ? (start.page - 1) * rowsPerFile : 0
  const { pages } = await read(ctx, {
    pages: select(
      columns,
      // In the table's own order: an index would have to be sorted for every file.
      sql`from ${table} not indexed where ${isPublic(ctx.now)} and ${id} > ${after}
        order by ${id} limit ${rowsPerFile} offset ${offset}`,
    ),
  })
  return {
    entries: pages.map(({ slug, changedAt }) => ({ path: pathOf(slug), changedAt })),
    last: pages.at(-1)?.id ?? 0,
  }
}

const countColumns = { section: sql<SectionName>`section`, count: sql<number>`count` }

function selectSectionCounts({ now }: Ctx): Statement<RowOf<typeof countColumns>[]> {
  const counts = Object.entries(sitemapSections).map(
    ([section, { table, isPublic }]) =>
      sql`select ${section} as section, count(*) as count from ${table} where ${isPublic(now)}`,
  )
  return queryRows(countColumns, sql.join(counts, sql` union all `))
}

export async function getSitemapIndex(ctx: Ctx): Promise<ReadableStream | string> {
  const stored = await findStoredSitemap(ctx, 'sitemap.xml')
  if (stored) return stored
  const { counts } = await read(ctx, { counts: selectSectionCounts(ctx) })
  const files = [...counts, { section: 'pages' as const, count: 1 }].flatMap(({ section, count }) =>
    Array.from({ length: Math.ceil(count / rowsPerFile) }, (_, index) => ({
      path: formatSitemapName({ section, page: index + 1 }),
    })),
  )
  return writeSitemapIndex(ctx.config.SITE_URL, files)
}

/** @throws AppError `route_not_found` beyond a section's last file. */
export async function getSitemap(ctx: Ctx, file: SitemapFile): Promise<ReadableStream | string> {
  const { section, page } = file
  const site = ctx.config.SITE_URL
  const stored = await findStoredSitemap(ctx, formatSitemapName(file))
  if (stored) return stored
  if (section === 'pages' && page === 1) return writeSitemap(site, staticPages)
  const entries = section === 'pages' ? [] : (await readEntryChunk(ctx, section, { page })).entries
  if (entries.length === 0 && page > 1) throw new AppError('not_found', 'route_not_found')
  return writeSitemap(site, entries)
}

async function storeSitemap(ctx: Ctx, name: string, xml: string): Promise<void> {
  await ctx.media.put(sitemapStorageKey(name), xml, { httpMetadata: { contentType } })
}

async function storeSectionSitemaps(ctx: Ctx, section: TableSection): Promise<SitemapEntry[]> {
  const files: SitemapEntry[] = []
  let after = 0
  for (;;) {
    const { entries, last } = await readEntryChunk(ctx, section, { after })
    // The first file is stored even without a row, so that one that was removed leaves it too.
    const name = formatSitemapName({ section, page: files.length + 1 })
    if (entries.length > 0 || files.length === 0) {
      await storeSitemap(ctx, name, writeSitemap(ctx.config.SITE_URL, entries))
    }
    const changedAt = Math.max(...entries.map((entry) => entry.changedAt ?? 0))
    if (entries.length > 0) files.push({ path: name, changedAt })
    if (entries.length < rowsPerFile) return files
    after = last
  }
}

/** One in memory at a time; the index last, so that it names only what is there. */
export async function storeSitemaps(ctx: Ctx<System>): Promise<void> {
  const site = ctx.config.SITE_URL
  const files: SitemapEntry[] = []
  for (const section of sitemapSectionNames) {
    if (section === 'pages') {
      const name = formatSitemapName({ section, page: 1 })
      await storeSitemap(ctx, name, writeSitemap(site, staticPages))
      files.push({ path: name })
    } else {
      files.push(...(await storeSectionSitemaps(ctx, section)))
    }
  }
  await storeSitemap(ctx, 'sitemap.xml', writeSitemapIndex(site, files))
}
