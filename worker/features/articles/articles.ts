import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import type { Language, Locale } from '#worker/contracts/locale.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { articlePath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { CursorNumber, cursorsOf, toCursorPage } from '#worker/db/pagination.ts'
import { isFixedArticle } from './article-slugs.ts'
import type { ArticlesQuery, ArticleSummary, ArticleView } from './contract.ts'
import { renderMarkdown } from './markdown.ts'
import { charactersPerMinute } from './reading-time.ts'

type ArticleRow = {
  id: ArticleId
  slug: string
  title: string
  excerpt: string
  language: Language | null
  cover: string | null
  author: string
  publishedAt: number
  updatedAt: number
  size: number
}

const columns = sql.raw(`a.id, a.slug, a.title, a.excerpt, a.language, a.cover_path as cover,
  a.author_name as author, a.published_at as publishedAt, a.updated_at as updatedAt,
  length(a.markdown) as size`)

function toSummary(row: ArticleRow): ArticleSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    language: row.language,
    cover_path: row.cover ?? articlePath(row.id),
    author: row.author,
    published_at: toInstant(row.publishedAt),
    modified_at: toInstant(Math.max(row.publishedAt, row.updatedAt)),
    reading_minutes: Math.max(1, Math.round(row.size / charactersPerMinute)),
  }
}

function inLanguages(languages: ArticlesQuery['language']): SQL {
  if (languages.length === 0) return sql``
  const named = languages.filter((language) => language !== 'none')
  const choices = [
    ...(named.length > 0 ? [sql`a.language in ${named}`] : []),
    ...(named.length < languages.length ? [sql`a.language is null`] : []),
  ]
  return sql` and (${sql.join(choices, sql` or `)})`
}

const cursors = cursorsOf('articles', [CursorNumber, CursorNumber])

/** Published articles, the newest first; with equal dates in the order they were written. */
export async function listArticles(ctx: Ctx, query: ArticlesQuery): Promise<Page<ArticleSummary>> {
  const cursor = cursors.keysOf(ctx, query.cursor)
  const after = cursor
    ? sql` and a.published_at <= ${cursor[0]} and (a.published_at < ${cursor[0]} or a.id > ${cursor[1]})`
    : sql``
  const [found] = await read(ctx, [
    rows<ArticleRow>(
      ctx.db,
      sql`select ${columns} from articles a
        where a.status = 'published' and a.published_at <= ${ctx.now}${inLanguages(query.language)}${after}
        order by a.published_at desc, a.id limit ${query.limit + 1}`,
    ),
  ])
  return toCursorPage(found, query.limit, {
    toItem: toSummary,
    cursorAfter: ({ publishedAt, id }) => cursors.after([publishedAt, id]),
  })
}

function selectArticle({ db, now }: Ctx, slug: string): Statement<(ArticleRow & Text)[]> {
  if (isFixedArticle(slug)) throw new AppError('not_found', 'article_not_found')
  return rows<ArticleRow & Text>(
    db,
    sql`select ${columns}, a.markdown from articles a
      where a.slug = ${slug} and a.status = 'published' and a.published_at <= ${now}`,
  )
}

type Text = { markdown: string }

/** What the rendering adds is in the article's language, or in the reader's where it has none. */
export function toView(row: (ArticleRow & Text) | undefined, locale: Locale): ArticleView {
  if (!row) throw new AppError('not_found', 'article_not_found')
  return { ...toSummary(row), ...renderMarkdown(row.markdown, row.language ?? locale) }
}

/** @throws AppError `article_not_found` also for drafts. */
export async function getArticle(ctx: Ctx, slug: string): Promise<ArticleView> {
  const [[row]] = await read(ctx, [selectArticle(ctx, slug)])
  return toView(row, 'en')
}

/** An article with the newest others in its language, in one round trip. */
export async function getArticlePage(
  ctx: Ctx,
  slug: string,
): Promise<{ article: ArticleView; related: ArticleSummary[] }> {
  const [[row], related] = await read(ctx, [
    selectArticle(ctx, slug),
    rows<ArticleRow>(
      ctx.db,
      sql`select ${columns} from articles a
        where a.status = 'published' and a.published_at <= ${ctx.now} and a.slug <> ${slug}
          and a.language is (select language from articles where slug = ${slug})
        order by a.published_at desc, a.id limit 3`,
    ),
  ])
  return { article: toView(row, ctx.locale), related: related.map(toSummary) }
}
