import * as v from 'valibot'
import { Revision } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  createAdminPageSchema,
  adminPageQueryEntries,
  listParam,
  createPageSchema,
  pageQueryEntries,
} from '#worker/contracts/pagination.ts'
import { PaidBy, singleLineText, text, untrimmedText } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

export const ArticleSummary = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  excerpt: v.string(),
  /** Null: not tied to a language. */
  language: v.nullable(ContentLanguage),
  cover_path: v.string(),
  author: v.string(),
  published_at: Instant,
  modified_at: Instant,
  reading_minutes: v.number(),
})
export type ArticleSummary = v.InferOutput<typeof ArticleSummary>

export const ArticleHeading = v.object({ id: v.string(), text: v.string(), level: v.number() })
export type ArticleHeading = v.InferOutput<typeof ArticleHeading>

export const ArticleView = v.object({
  ...ArticleSummary.entries,
  /** Sanitised; headings begin at h2. */
  html: v.string(),
  headings: v.array(ArticleHeading),
  paid_by: v.nullable(v.string()),
})
export type ArticleView = v.InferOutput<typeof ArticleView>

export const ReadingStartView = v.object({
  /** Sent back at the end of the article; null where reading it earns nothing. */
  ticket: v.nullable(v.string()),
  /** Reading faster earns nothing. */
  least_seconds: v.number(),
})
export type ReadingStartView = v.InferOutput<typeof ReadingStartView>

export const FinishReadingInput = v.object({
  ticket: v.pipe(v.string(), v.maxLength(100)),
})
export type FinishReadingInput = v.InferOutput<typeof FinishReadingInput>

export const FinishReadingView = v.object({ gamification_info: RewardResultView })
export type FinishReadingView = v.InferOutput<typeof FinishReadingView>

const ArticleLanguage = v.picklist([...ContentLanguage.options, 'none'])

export const ArticlesQuery = v.object({
  ...pageQueryEntries,
  language: v.optional(listParam(ArticleLanguage), []),
})
export type ArticlesQuery = v.InferOutput<typeof ArticlesQuery>

export const ArticlesPage = createPageSchema(ArticleSummary)
export type ArticlesPage = v.InferOutput<typeof ArticlesPage>

export const ArticleStatus = v.picklist(['draft', 'published'])
export type ArticleStatus = v.InferOutput<typeof ArticleStatus>

export const AdminArticleSummary = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  language: v.nullable(ContentLanguage),
  status: ArticleStatus,
  author: v.string(),
  created_at: Instant,
  modified_at: Instant,
  /** Instant of the first publication. */
  published_at: v.nullable(Instant),
})
export type AdminArticleSummary = v.InferOutput<typeof AdminArticleSummary>

export const AdminArticle = v.object({
  ...AdminArticleSummary.entries,
  excerpt: v.string(),
  markdown: v.string(),
  paid_by: v.nullable(v.string()),
  /** Null: a cover is generated. */
  cover_path: v.nullable(v.string()),
  picture_path: v.string(),
  /** False: derived from the title. */
  is_slug_chosen: v.boolean(),
  revision: v.number(),
})
export type AdminArticle = v.InferOutput<typeof AdminArticle>

export const articleMaxLength = 60_000
const Markdown = untrimmedText(articleMaxLength)

export const ArticleSlug = v.pipe(
  v.string(),
  v.maxLength(80),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'slug_characters'),
)

export const ArticleInput = v.object({
  title: singleLineText(1, 150),
  /** Default: derived from the title. Fixed from the first publication on. */
  slug: v.nullish(ArticleSlug),
  excerpt: v.optional(text(0, 300), ''),
  markdown: v.optional(Markdown, ''),
  language: v.nullish(ContentLanguage),
  cover_path: v.nullish(PicturePath),
  paid_by: PaidBy,
})
export type ArticleInput = v.InferOutput<typeof ArticleInput>

export const ArticleChange = v.object({
  ...ArticleInput.entries,
  revision: Revision,
  /** Consecutive autosaves by one person are one entry of the audit log. */
  is_autosave: v.optional(v.boolean(), false),
})
export type ArticleChange = v.InferOutput<typeof ArticleChange>

/** The revision that was read, so that no newer text is published. */
export const PublishInput = v.object({ revision: v.optional(Revision) })
export type PublishInput = v.InferOutput<typeof PublishInput>

export const AdminArticleSort = v.picklist([
  'created',
  '-created',
  'modified',
  '-modified',
  'title',
  '-title',
])
export type AdminArticleSort = v.InferOutput<typeof AdminArticleSort>

export const AdminArticlesQuery = v.object({
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  status: v.optional(v.picklist(['all', ...ArticleStatus.options]), 'all'),
  language: v.optional(v.picklist(['all', ...ArticleLanguage.options]), 'all'),
  sort: v.optional(AdminArticleSort, '-modified'),
})
export type AdminArticlesQuery = v.InferOutput<typeof AdminArticlesQuery>

export const AdminArticlesPage = createAdminPageSchema(AdminArticleSummary)

export const MarkdownPreviewInput = v.object({
  markdown: Markdown,
  language: v.nullish(ContentLanguage),
})
export type MarkdownPreviewInput = v.InferOutput<typeof MarkdownPreviewInput>

export const MarkdownPreviewView = v.object({ html: v.string() })
export type MarkdownPreviewView = v.InferOutput<typeof MarkdownPreviewView>
