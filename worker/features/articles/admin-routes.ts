import * as v from 'valibot'
import { ArticleId, idParam } from '#worker/contracts/ids.ts'
import { getAdminArticle, listAdminArticles } from './article-drafts.ts'
import { previewMarkdown } from './article-preview.ts'
import {
  AdminArticle,
  AdminArticlesPage,
  AdminArticlesQuery,
  ArticleChange,
  ArticleInput,
  articleMaxLength,
  MarkdownPreviewInput,
  MarkdownPreviewView,
  PublishInput,
} from './contract.ts'
import {
  createArticle,
  deleteArticle,
  publishArticle,
  saveArticle,
  unpublishArticle,
} from './edit-articles.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(ArticleId) })
/** The longest text with every character escaped (`\u20ac`), and the JSON around it. */
const maxBytes = articleMaxLength * 6 + 16_384

export const articleAdminEndpoints = [
  endpoint({
    route: 'GET /admin/articles',
    operationId: 'listAdminArticles',
    summary: 'List articles of every status',
    access: 'moderator',
    query: AdminArticlesQuery,
    answer: AdminArticlesPage,
    run: (ctx, { query }) => listAdminArticles(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/articles',
    operationId: 'createArticle',
    summary: 'Create a draft article',
    access: 'moderator',
    errors: { conflict: ['slug_taken'] },
    body: ArticleInput,
    maxBytes,
    status: 201,
    answer: AdminArticle,
    run: (ctx, { body }) => createArticle(ctx, body),
  }),
  endpoint({
    route: 'POST /admin/articles/preview',
    operationId: 'previewArticle',
    summary: 'Render Markdown as the article page does',
    access: 'moderator',
    body: MarkdownPreviewInput,
    maxBytes,
    answer: MarkdownPreviewView,
    run: (ctx, { body }) => previewMarkdown(ctx, body),
  }),
  endpoint({
    route: 'GET /admin/articles/:id',
    operationId: 'getAdminArticle',
    summary: 'Get an article with its Markdown source',
    access: 'moderator',
    params: byId,
    answer: AdminArticle,
    run: (ctx, { params }) => getAdminArticle(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /admin/articles/:id',
    operationId: 'updateArticle',
    summary: 'Save an article if `revision` is the latest',
    access: 'moderator',
    errors: { conflict: ['changed_meanwhile', 'slug_fixed', 'slug_taken'] },
    params: byId,
    body: ArticleChange,
    maxBytes,
    answer: AdminArticle,
    run: (ctx, { params, body }) => saveArticle(ctx, params.id, body),
  }),
  endpoint({
    route: 'POST /admin/articles/:id/publish',
    operationId: 'publishArticle',
    summary: 'Publish an article; with `revision` only if it is the latest',
    access: 'moderator',
    errors: { conflict: ['changed_meanwhile'] },
    params: byId,
    body: PublishInput,
    answer: AdminArticle,
    run: (ctx, { params, body }) => publishArticle(ctx, params.id, body),
  }),
  endpoint({
    route: 'POST /admin/articles/:id/unpublish',
    operationId: 'unpublishArticle',
    summary: 'Turn a published article back into a draft; its slug stays reserved',
    access: 'moderator',
    errors: { conflict: ['changed_meanwhile'] },
    params: byId,
    body: PublishInput,
    answer: AdminArticle,
    run: (ctx, { params, body }) => unpublishArticle(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/articles/:id',
    operationId: 'deleteArticle',
    summary: 'Delete an article permanently',
    access: 'admin',
    isReauthenticationRequired: true,
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteArticle(ctx, params.id),
  }),
]
