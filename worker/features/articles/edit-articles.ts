import { m } from '#messages'
import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx, type Moderator } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, remove, update, type UpdateValues } from '#worker/db/writes.ts'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { AppError, validationError, revisionConflictError } from '#worker/api/errors.ts'
import {
  selectAdminArticle,
  selectAdminArticleBySlug,
  toAdminArticle,
  type AdminArticleRow,
} from './article-drafts.ts'
import { findFreeSlug, selectSlugOwner } from './article-slugs.ts'
import type {
  AdminArticle,
  ArticleChange,
  ArticleInput,
  ArticleStatus,
  PublishInput,
} from './contract.ts'

const minute = 60_000
/** Autosaves by one person within this time are one entry of the audit log. */
const editingSessionMs = 10 * minute

async function purgeArticleIfPublic(ctx: Ctx, { id, status }: AdminArticleRow): Promise<void> {
  if (status === 'published') await queuePurge(ctx, { type: 'article', id })
}

function toContentColumns({ title, excerpt, markdown, ...optional }: ArticleInput) {
  const { language = null, cover_path: coverPath = null, paid_by: paidBy = null } = optional
  return { title, excerpt, markdown, language, coverPath, paidBy }
}

const nextRevision = sql<number>`${articles.revision} + 1`

export async function createArticle(
  ctx: Ctx<Moderator>,
  input: ArticleInput,
): Promise<AdminArticle> {
  const { now, actor } = ctx
  const { taken: takenSlugs } = await read(ctx, { taken: selectSlugOwner(input, 0) })
  const slug = findFreeSlug(input, takenSlugs)
  if (!slug) throw new AppError('conflict', 'slug_taken')
  const { inserted, draft } = await write(ctx, {
    inserted: auditChange(
      ctx,
      insert(
        articles,
        {
          slug,
          status: 'draft',
          authorId: users.id,
          authorName: users.username,
          createdAt: now,
          updatedAt: now,
          ...toContentColumns(input),
        },
        {
          from: sql`${users}`,
          where: sql`${users.id} = ${actor.userId}`,
          onConflict: sql`do nothing`,
        },
      ),
      {
        act: 'create',
        subject: 'article',
        id: sql`(select ${articles.id} from ${articles} where ${articles.slug} = ${slug})`,
        to: input.title,
      },
    ),
    draft: selectAdminArticleBySlug({ slug }),
  })
  if (!inserted.hasChanged || !draft) throw new AppError('conflict', 'slug_taken')
  return toAdminArticle(draft)
}

function isArticleUnchanged(
  storedArticle: AdminArticleRow,
  input: ArticleInput,
  slug: string,
): boolean {
  const serializeFacts = (article: ArticleInput) => JSON.stringify(toContentColumns(article))
  return storedArticle.slug === slug && serializeFacts(storedArticle) === serializeFacts(input)
}

/** A slug stays fixed after the first publication, because others may link to it. */
function chooseUpdatedSlug(
  storedArticle: AdminArticleRow,
  input: ArticleInput,
  takenSlugs: { slug: string }[],
): string {
  if (storedArticle.published_at !== null) {
    if (input.slug && input.slug !== storedArticle.slug)
      throw new AppError('conflict', 'slug_fixed')
    return storedArticle.slug
  }
  const slug = findFreeSlug(input, takenSlugs)
  if (!slug) throw new AppError('conflict', 'slug_taken')
  return slug
}

const last = alias(auditEntries, 'last')

function hasOpenAuditEntry({ actor, now }: Ctx<Moderator>, id: ArticleId): SQL {
  return sql`exists (
    select 1 from (select * from ${auditEntries} where ${auditEntries.subjectType} = 'article'
      and ${auditEntries.subjectId} = ${id} order by ${auditEntries.id} desc limit 1) last
    where ${last.action} in ('create', 'edit') and ${last.actorId} = ${actor.userId}
      and ${last.at} > ${now - editingSessionMs})`
}

/**
 * Succeeds without changes, so that a save can be repeated after a lost response.
 * @throws AppError `article_not_found`, `changed_meanwhile`, `slug_taken`, `slug_fixed`
 */
export async function saveArticle(
  ctx: Ctx<Moderator>,
  id: ArticleId,
  input: ArticleChange,
): Promise<AdminArticle> {
  const { revision, is_autosave } = input
  const { before, taken: takenSlugs } = await read(ctx, {
    before: selectAdminArticle({ id }),
    taken: selectSlugOwner(input, id),
  })
  if (!before) throw new AppError('not_found', 'article_not_found')
  const slug = chooseUpdatedSlug(before, input, takenSlugs)
  if (isArticleUnchanged(before, input, slug)) return toAdminArticle(before)
  if (before.revision !== revision) throw revisionConflictError(before)
  const isLogged = is_autosave ? sql`not ${hasOpenAuditEntry(ctx, id)}` : sql`true`
  const { saved, after } = await write(ctx, {
    saved: auditChange(
      ctx,
      update(
        articles,
        { ...toContentColumns(input), slug, revision: nextRevision, updatedAt: ctx.now },
        {
          or: 'ignore',
          where: sql`${articles.id} = ${id} and ${articles.revision} = ${revision}`,
        },
      ),
      {
        act: 'edit',
        subject: 'article',
        id,
        ...nameChange(before.title, input.title),
        when: isLogged,
      },
    ),
    after: selectAdminArticle({ id }),
  })
  return reportArticleChange(ctx, saved.hasChanged, after, revision)
}

async function reportArticleChange(
  ctx: Ctx<Moderator>,
  hasChanged: boolean,
  after: AdminArticleRow | undefined,
  revision: number,
): Promise<AdminArticle> {
  if (!after) throw new AppError('not_found', 'article_not_found')
  if (!hasChanged && after.revision === revision) {
    throw new AppError('conflict', 'slug_taken')
  }
  if (!hasChanged) throw revisionConflictError(after)
  await purgeArticleIfPublic(ctx, after)
  return toAdminArticle(after)
}

type ArticleStatusChange = {
  act: 'publish' | 'unpublish'
  to: ArticleStatus
  set?: UpdateValues<typeof articles>
}

async function changeArticleStatus(
  ctx: Ctx<Moderator>,
  { id, status, revision }: AdminArticleRow,
  { act, to, set }: ArticleStatusChange,
): Promise<AdminArticle> {
  const { turned, after } = await write(ctx, {
    turned: auditChange(
      ctx,
      update(
        articles,
        { status: to, revision: nextRevision, ...set },
        {
          where: sql`${articles.id} = ${id} and ${articles.status} = ${status}
            and ${articles.revision} = ${revision}`,
        },
      ),
      { act, subject: 'article', id, from: status, to },
    ),
    after: selectAdminArticle({ id }),
  })
  if (!after) throw new AppError('not_found', 'article_not_found')
  if (!turned.hasChanged && after.status !== to) throw revisionConflictError(after)
  if (turned.hasChanged) await queuePurge(ctx, { type: 'article', id })
  return toAdminArticle(after)
}

async function readAdminArticle(ctx: Ctx<Moderator>, id: ArticleId): Promise<AdminArticleRow> {
  const { before } = await read(ctx, { before: selectAdminArticle({ id }) })
  if (!before) throw new AppError('not_found', 'article_not_found')
  return before
}

/** @throws AppError `article_not_found`, `changed_meanwhile`, and 422 for an article without text */
export async function publishArticle(
  ctx: Ctx<Moderator>,
  id: ArticleId,
  { revision }: PublishInput,
): Promise<AdminArticle> {
  const storedArticle = await readAdminArticle(ctx, id)
  if (revision !== undefined && revision !== storedArticle.revision)
    throw revisionConflictError(storedArticle)
  if (storedArticle.status === 'published') return toAdminArticle(storedArticle)
  if (storedArticle.markdown.trim() === '')
    throw validationError([
      { path: 'markdown', msg: m.articles_text_missing({}, { locale: ctx.locale }) },
    ])
  const publishedAt = sql<number>`coalesce(${articles.publishedAt}, ${ctx.now})`
  return changeArticleStatus(ctx, storedArticle, {
    act: 'publish',
    to: 'published',
    set: { publishedAt },
  })
}

export async function unpublishArticle(
  ctx: Ctx<Moderator>,
  id: ArticleId,
  { revision }: PublishInput,
): Promise<AdminArticle> {
  const storedArticle = await readAdminArticle(ctx, id)
  if (revision !== undefined && revision !== storedArticle.revision)
    throw revisionConflictError(storedArticle)
  if (storedArticle.status === 'draft') return toAdminArticle(storedArticle)
  // The date of publication stays, and with it the slug.
  return changeArticleStatus(ctx, storedArticle, { act: 'unpublish', to: 'draft' })
}

export async function deleteArticle(ctx: Ctx<Admin>, id: ArticleId): Promise<void> {
  const storedArticle = await readAdminArticle(ctx, id)
  const { deleted } = await write(ctx, {
    deleted: auditChange(ctx, remove(articles, { where: sql`${articles.id} = ${id}` }), {
      act: 'delete',
      subject: 'article',
      id,
      from: storedArticle.title,
    }),
  })
  if (!deleted.hasChanged) throw new AppError('not_found', 'article_not_found')
  await purgeArticleIfPublic(ctx, storedArticle)
}
