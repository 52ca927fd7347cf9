import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { instantSql, notNullable, type RowOf } from '#worker/db/row.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { articlePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { CursorNumber, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import { isBuiltInArticleSlug } from './paths.ts'
import type { ArticlesQuery, ArticleSummary, ArticleView } from './contract.ts'
import { renderMarkdown } from './markdown.ts'
import { charactersPerMinute } from './reading-time.ts'

const columns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  excerpt: articles.excerpt,
  language: articles.language,
  cover_path: articles.coverPath,
  author: articles.authorName,
  published_at: instantSql(notNullable(articles.publishedAt)),
  modified_at: instantSql(sql<number>`max(${articles.publishedAt}, ${articles.updatedAt})`),
  size: sql<number>`length(${articles.markdown})`,
}
const textColumns = { ...columns, markdown: articles.markdown, paid_by: articles.paidBy }
type ArticleRow = RowOf<typeof columns>
type ArticleTextRow = RowOf<typeof textColumns>

export function isPublicArticle(now: SQL | number): SQL {
  return sql`${equals(articles.status, 'published')} and ${articles.publishedAt} <= ${now}`
}

const newestFirst = sql`order by ${articles.publishedAt} desc, ${articles.id}`

function toArticleSummary({ size, ...article }: ArticleRow): ArticleSummary {
  return {
    ...article,
    cover_path: article.cover_path ?? articlePicturePath(article.id),
    reading_minutes: Math.max(1, Math.round(size / charactersPerMinute)),
  }
}

function andInLanguagesSql(languages: ArticlesQuery['language']): SQL {
  if (languages.length === 0) return sql``
  const namedLanguages = languages.filter((language) => language !== 'none')
  const choices = [
    ...(namedLanguages.length > 0 ? [sql`${articles.language} in ${namedLanguages}`] : []),
    ...(namedLanguages.length < languages.length ? [sql`${articles.language} is null`] : []),
  ]
  return sql` and (${sql.join(choices, sql` or `)})`
}

const cursors = defineCursors('articles', [CursorNumber, CursorNumber])

/** The newest first; equal dates in the order of creation. */
export async function listArticles(ctx: Ctx, query: ArticlesQuery): Promise<Page<ArticleSummary>> {
  const cursor = cursors.keysOf(ctx, query.cursor)
  const after = cursor
    ? sql` and ${articles.publishedAt} <= ${cursor[0]}
        and (${articles.publishedAt} < ${cursor[0]} or ${articles.id} > ${cursor[1]})`
    : sql``
  const { found } = await read(ctx, {
    found: select(
      columns,
      sql`from ${articles} where ${isPublicArticle(ctx.now)}${andInLanguagesSql(query.language)}${after}
        ${newestFirst} limit ${query.limit + 1}`,
    ),
  })
  return toCursorPage(found, query.limit, {
    toItem: toArticleSummary,
    cursorAfter: ({ published_at: at, id }) => cursors.after([Date.parse(at), id]),
  })
}

type SlugQuery = { slug: string; now: number }

const selectBySlug = prepare(({ slug, now }: Params<SlugQuery>) =>
  selectFirst(
    textColumns,
    sql`from ${articles} where ${articles.slug} = ${slug} and ${isPublicArticle(now)}`,
  ),
)

function selectArticle({ now }: Ctx, slug: string): Statement<ArticleTextRow | undefined> {
  if (isBuiltInArticleSlug(slug)) throw new AppError('not_found', 'article_not_found')
  return selectBySlug({ slug, now })
}

const other = alias(articles, 'other')
const selectRelated = prepare(({ slug, now }: Params<SlugQuery>) =>
  select(
    columns,
    sql`from ${articles} where ${isPublicArticle(now)} and ${articles.slug} <> ${slug}
      and ${articles.language} is
        (select ${other.language} from ${other} where ${other.slug} = ${slug})
      ${newestFirst} limit 3`,
  ),
)

/** Added labels are in the article's language, or in the reader's for articles without one. */
export function toArticleView(row: ArticleTextRow | undefined, locale: Locale): ArticleView {
  if (!row) throw new AppError('not_found', 'article_not_found')
  const { markdown, paid_by, ...article } = row
  const text = renderMarkdown(markdown, row.language ?? locale)
  return { ...toArticleSummary(article), paid_by, ...text }
}

/** @throws AppError `article_not_found`, also for drafts. */
export async function getArticle(ctx: Ctx, slug: string): Promise<ArticleView> {
  const { article } = await read(ctx, { article: selectArticle(ctx, slug) })
  return toArticleView(article, 'en')
}

/** Includes the newest other articles in its language, in one round trip. */
export async function getArticlePage(
  ctx: Ctx,
  slug: string,
): Promise<{ article: ArticleView; related: ArticleSummary[] }> {
  const { article, related } = await read(ctx, {
    article: selectArticle(ctx, slug),
    related: selectRelated({ slug, now: ctx.now }),
  })
  return { article: toArticleView(article, ctx.locale), related: related.map(toArticleSummary) }
}
