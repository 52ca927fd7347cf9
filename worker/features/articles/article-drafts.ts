import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { contains, equals } from '#worker/db/conditions.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { articlePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { isSlugFromTitle } from './article-slugs.ts'
import type {
  AdminArticle,
  AdminArticlesQuery,
  AdminArticleSort,
  AdminArticleSummary,
} from './contract.ts'

const summaryColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  language: articles.language,
  status: articles.status,
  author: articles.authorName,
  created_at: instantSql(articles.createdAt),
  modified_at: instantSql(articles.updatedAt),
  published_at: instantSql(articles.publishedAt),
}

const draftColumns = {
  ...summaryColumns,
  excerpt: articles.excerpt,
  markdown: articles.markdown,
  cover_path: articles.coverPath,
  paid_by: articles.paidBy,
  revision: articles.revision,
  savedBy: sql<string | null>`(select ${users.username} from ${auditEntries}
    left join ${users} on ${users.id} = ${auditEntries.actorId}
    where ${auditEntries.subjectType} = 'article' and ${auditEntries.subjectId} = ${articles.id}
    order by ${auditEntries.id} desc limit 1)`,
}
export type AdminArticleRow = RowOf<typeof draftColumns>

export const selectAdminArticle = prepare(({ id }: Params<{ id: ArticleId | null }>) =>
  selectFirst(draftColumns, sql`from ${articles} where ${articles.id} = ${id}`),
)

export const selectAdminArticleBySlug = prepare(({ slug }: Params<{ slug: string }>) =>
  selectFirst(draftColumns, sql`from ${articles} where ${articles.slug} = ${slug}`),
)

const selectRole = prepareMemberRow({ role: users.role })

export function toAdminArticle({ savedBy: _, ...draft }: AdminArticleRow): AdminArticle {
  return {
    ...draft,
    picture_path: draft.cover_path ?? articlePicturePath(draft.id),
    is_slug_chosen: !isSlugFromTitle(draft.slug, draft.title),
  }
}

const orders: Record<AdminArticleSort, SQL> = {
  created: sql`${articles.createdAt}, ${articles.id}`,
  '-created': sql`${articles.createdAt} desc, ${articles.id} desc`,
  modified: sql`${articles.updatedAt}, ${articles.id}`,
  '-modified': sql`${articles.updatedAt} desc, ${articles.id} desc`,
  title: sql`lower(${articles.title}), ${articles.id}`,
  '-title': sql`lower(${articles.title}) desc, ${articles.id} desc`,
}

function matchesArticlesQuery({ q, status, language }: AdminArticlesQuery): SQL {
  const conditions = [
    ...(q === '' ? [] : [contains(articles.title, q)]),
    ...(status === 'all' ? [] : [equals(articles.status, status)]),
    ...(language === 'all'
      ? []
      : [sql`${articles.language} is ${language === 'none' ? null : language}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export function listAdminArticles(
  ctx: Ctx<Moderator>,
  query: AdminArticlesQuery,
): Promise<AdminPage<AdminArticleSummary>> {
  const from = sql`${articles} where ${matchesArticlesQuery(query)}`
  const found = select(
    summaryColumns,
    sql`from ${from} order by ${orders[query.sort]} ${pageLimit(query)}`,
  )
  const page = selectAdminPage(query, found, from, (row) => row)
  return read(ctx, page)
}

export async function getAdminArticle(ctx: Ctx<Moderator>, id: ArticleId): Promise<AdminArticle> {
  const { draft } = await read(ctx, { draft: selectAdminArticle({ id }) })
  if (!draft) throw new AppError('not_found', 'article_not_found')
  return toAdminArticle(draft)
}

/** @throws AppError `article_not_found`, but only for members who may write articles */
export async function findArticleForPreview(
  ctx: Ctx<Member>,
  id: ArticleId | undefined,
): Promise<{ canWrite: boolean; draft: AdminArticleRow | undefined }> {
  const { person, draft } = await read(ctx, {
    person: selectRole(ctx.actor),
    draft: selectAdminArticle({ id: id ?? null }),
  })
  if (!person || person.role === 'member') return { canWrite: false, draft: undefined }
  if (id !== undefined && !draft) throw new AppError('not_found', 'article_not_found')
  return { canWrite: true, draft }
}

export async function getArticleEditorPage(
  ctx: Ctx<Member>,
  id: ArticleId | undefined,
): Promise<{ canWrite: boolean; article: AdminArticle | undefined }> {
  const { canWrite, draft } = await findArticleForPreview(ctx, id)
  return { canWrite, article: draft && toAdminArticle(draft) }
}
