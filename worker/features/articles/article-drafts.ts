import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { contains } from '#worker/db/contains.ts'
import { articlePath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { isSlugFromTitle } from './article-slugs.ts'
import type {
  AdminArticle,
  AdminArticlesQuery,
  AdminArticleSort,
  AdminArticleSummary,
  ArticleStatus,
} from './contract.ts'

type SummaryRow = {
  id: ArticleId
  slug: string
  title: string
  language: Language | null
  status: ArticleStatus
  author: string
  createdAt: number
  updatedAt: number
  publishedAt: number | null
}

/** Of an article `a`, in whatever status. */
const summaryColumns: Columns<SummaryRow> = {
  id: 'a.id',
  slug: 'a.slug',
  title: 'a.title',
  language: 'a.language',
  status: 'a.status',
  author: 'a.author_name',
  createdAt: 'a.created_at',
  updatedAt: 'a.updated_at',
  publishedAt: 'a.published_at',
}

export type DraftRow = SummaryRow & {
  excerpt: string
  markdown: string
  cover: string | null
  revision: number
  /** Who wrote to it last. */
  savedBy: string | null
}

const draftColumns: Columns<DraftRow> = {
  ...summaryColumns,
  excerpt: 'a.excerpt',
  markdown: 'a.markdown',
  cover: 'a.cover_path',
  revision: 'a.revision',
  savedBy: `(select u.username from audit_entries l left join users u on u.id = l.actor_id
    where l.subject_type = 'article' and l.subject_id = a.id order by l.id desc limit 1)`,
}

export function selectDraft({ db }: Ctx, id: SQL | ArticleId): Statement<DraftRow[]> {
  return rows<DraftRow>(db, sql`select ${named(draftColumns)} from articles a where a.id = ${id}`)
}

function toSummary(row: SummaryRow): AdminArticleSummary {
  const { createdAt, updatedAt, publishedAt, ...rest } = row
  return {
    ...rest,
    created_at: toInstant(createdAt),
    modified_at: toInstant(updatedAt),
    published_at: publishedAt === null ? null : toInstant(publishedAt),
  }
}

export function toAdminArticle(row: DraftRow): AdminArticle {
  const { excerpt, markdown, cover, revision, savedBy: _, ...summary } = row
  return {
    ...toSummary(summary),
    excerpt,
    markdown,
    cover_path: cover,
    picture_path: cover ?? articlePath(row.id),
    is_slug_chosen: !isSlugFromTitle(row.slug, row.title),
    revision,
  }
}

const orders: Record<AdminArticleSort, SQL> = {
  created: sql`a.created_at, a.id`,
  '-created': sql`a.created_at desc, a.id desc`,
  modified: sql`a.updated_at, a.id`,
  '-modified': sql`a.updated_at desc, a.id desc`,
  title: sql`lower(a.title), a.id`,
  '-title': sql`lower(a.title) desc, a.id desc`,
}

function isListed({ q, status, language }: AdminArticlesQuery): SQL {
  const conditions = [
    ...(q === '' ? [] : [contains(sql`a.title`, q)]),
    ...(status === 'all' ? [] : [sql`a.status = ${status}`]),
    ...(language === 'all' ? [] : [sql`a.language is ${language === 'none' ? null : language}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export async function listAdminArticles(
  ctx: Ctx<Moderator>,
  query: AdminArticlesQuery,
): Promise<AdminPage<AdminArticleSummary>> {
  const where = isListed(query)
  const [found, total] = await read(ctx, [
    rows<SummaryRow>(
      ctx.db,
      sql`select ${named(summaryColumns)} from articles a where ${where}
        order by ${orders[query.sort]} ${pageLimit(query)}`,
    ),
    selectTotal(ctx.db, sql`articles a where ${where}`),
  ])
  return toAdminPage(query, found.map(toSummary), total)
}

/** @throws AppError `article_not_found` */
export async function getAdminArticle(ctx: Ctx<Moderator>, id: ArticleId): Promise<AdminArticle> {
  const [[row]] = await read(ctx, [selectDraft(ctx, id)])
  if (!row) throw new AppError('not_found', 'article_not_found')
  return toAdminArticle(row)
}

/**
 * The pages of the editor are open to every member, articles to those who may write.
 * @throws AppError `article_not_found` for those who may
 */
export async function findDraftForPreview(
  ctx: Ctx<Member>,
  id: ArticleId | undefined,
): Promise<{ canWrite: boolean; draft: DraftRow | undefined }> {
  const [[person], [draft]] = await read(ctx, [
    rows<{ role: string }>(ctx.db, sql`select role from users where id = ${ctx.actor.userId}`),
    selectDraft(ctx, id ?? sql`null`),
  ])
  if (!person || person.role === 'member') return { canWrite: false, draft: undefined }
  if (id !== undefined && !draft) throw new AppError('not_found', 'article_not_found')
  return { canWrite: true, draft }
}

/** What the editor begins with: without an id nothing. */
export async function getEditorPage(
  ctx: Ctx<Member>,
  id: ArticleId | undefined,
): Promise<{ canWrite: boolean; article: AdminArticle | undefined }> {
  const { canWrite, draft } = await findDraftForPreview(ctx, id)
  return { canWrite, article: draft && toAdminArticle(draft) }
}
