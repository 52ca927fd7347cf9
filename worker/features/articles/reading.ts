import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { booleanSql } from '#worker/db/row.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import {
  buildRewardResultView,
  selectProgress,
} from '#worker/features/gamification/ledger/progress.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256, equalsInConstantTime } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import { isBuiltInArticleSlug } from './paths.ts'
import { isPublicArticle } from './articles.ts'
import type { FinishReadingInput, ReadingStartView, FinishReadingView } from './contract.ts'
import { minimumReadingMs } from './reading-time.ts'

/** An article left open for longer has to be opened again. */
const ticketLifetimeMs = dayMs

/** The `subject` of a public article in the ledger, and its `size`. */
function selectSubjectAndSize({ now }: Ctx, slug: string): SQL {
  if (isBuiltInArticleSlug(slug)) return sql`select ${`article:${slug}`} as subject, null as size`
  return sql`select 'article:' || ${articles.id} as subject, length(${articles.markdown}) as size
    from ${articles} where ${articles.slug} = ${slug} and ${isPublicArticle(now)}`
}

function selectReadableArticle(ctx: Ctx<Member>, slug: string) {
  return selectFirst(
    {
      subject: sql<string>`a.subject`,
      size: sql<number | null>`a.size`,
      isRead: booleanSql(sql`exists (select 1 from ${xpEntries}
        where ${xpEntries.userId} = ${ctx.actor.userId}
          and ${xpEntries.action} = 'article_read' and ${xpEntries.subject} = a.subject)`),
    },
    sql`from (${selectSubjectAndSize(ctx, slug)}) a`,
  )
}

/** The signed time of opening, valid only for this member and article. */
function signReadingTicket(
  { config, actor }: Ctx<Member>,
  subject: string,
  openedAt: number,
  secret = config.JWT_SECRET,
): string {
  const signed = `reading:${actor.userId}:${subject}:${openedAt}`
  return `${openedAt}.${hmacSha256(secret, signed)}`
}

/** Undefined for a ticket of another member or article. */
function computeReadingMs(ctx: Ctx<Member>, subject: string, ticket: string): number | undefined {
  const openedAt = Number.parseInt(ticket, 10)
  const isOurs = listSigningSecrets(ctx.config).some((secret) =>
    equalsInConstantTime(signReadingTicket(ctx, subject, openedAt, secret), ticket),
  )
  return isOurs ? ctx.now - openedAt : undefined
}

/** Without a ticket where reading earns nothing. @throws AppError `article_not_found` */
export async function startReading(ctx: Ctx<Member>, slug: string): Promise<ReadingStartView> {
  const { article, standing } = await read(ctx, {
    article: selectReadableArticle(ctx, slug),
    standing: selectProgress(ctx.actor),
  })
  if (!article) throw new AppError('not_found', 'article_not_found')
  const isOpen = !article.isRead && standing?.isGamified && !standing.isSuspended
  return {
    ticket: isOpen ? signReadingTicket(ctx, article.subject, ctx.now) : null,
    least_seconds: Math.ceil(minimumReadingMs(slug, article.size) / 1000),
  }
}

/** @throws AppError `article_not_found` */
export async function finishReading(
  ctx: Ctx<Member>,
  slug: string,
  { ticket }: FinishReadingInput,
): Promise<FinishReadingView> {
  const { userId } = ctx.actor
  const { article, before } = await read(ctx, {
    article: selectReadableArticle(ctx, slug),
    before: selectProgress(ctx.actor),
  })
  if (!article) throw new AppError('not_found', 'article_not_found')
  if (!before) throw new AppError('unauthenticated', 'session_ended')
  const action = 'article_read'
  const { subject, size } = article
  const tookMs = computeReadingMs(ctx, subject, ticket)
  if (tookMs === undefined || tookMs < minimumReadingMs(slug, size) || tookMs > ticketLifetimeMs) {
    const change = { action, before, after: before, earned: undefined } as const
    return { gamification_info: buildRewardResultView(ctx, change) }
  }
  const when = sql`exists (${selectSubjectAndSize(ctx, slug)})`
  const [entries, rewards] = earnXp(ctx, { userId, action, subject, when })
  const written = await write(ctx, { entries, after: selectProgress(ctx.actor), rewards })
  const [earned] = written.entries
  const { after = before } = written
  return { gamification_info: buildRewardResultView(ctx, { action, before, after, earned }) }
}
