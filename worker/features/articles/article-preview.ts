import { assertSession, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { ArticleId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { findArticleForPreview } from './article-drafts.ts'
import { toArticleView } from './articles.ts'
import type {
  ArticleStatus,
  ArticleView,
  MarkdownPreviewInput,
  MarkdownPreviewView,
} from './contract.ts'
import { renderMarkdown } from './markdown.ts'

export async function previewMarkdown(
  ctx: Ctx<Moderator>,
  { markdown, language }: MarkdownPreviewInput,
): Promise<MarkdownPreviewView> {
  await assertSession(ctx)
  return { html: renderMarkdown(markdown, language ?? ctx.locale).html }
}

type ArticlePreview = { article: ArticleView; status: ArticleStatus }

/**
 * Undefined for members who may not write; `unchosen` for who may, and has named no article.
 * @throws AppError `article_not_found`
 */
export async function getArticlePreviewPage(
  ctx: Ctx<Member>,
  id: ArticleId | undefined,
): Promise<ArticlePreview | 'unchosen' | undefined> {
  const { canWrite, draft } = await findArticleForPreview(ctx, id)
  if (!canWrite) return undefined
  if (id === undefined) return 'unchosen'
  const article = draft && {
    ...draft,
    published_at: draft.published_at ?? toInstant(ctx.now),
    size: draft.markdown.length,
  }
  return { article: toArticleView(article, ctx.locale), status: draft?.status ?? 'draft' }
}
