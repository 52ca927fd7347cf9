import * as v from 'valibot'
import { ArticleId, idParam } from '#worker/contracts/ids.ts'
import { getAdminArticle, listAdminArticles } from '#worker/features/articles/article-drafts.ts'
import { previewMarkdown } from '#worker/features/articles/article-preview.ts'
import {
  AdminArticle,
  AdminArticlesPage,
  AdminArticlesQuery,
  ArticleChange,
  ArticleInput,
  articleMaxLength,
  PreviewInput,
  PreviewView,
  PublishInput,
} from '#worker/features/articles/contract.ts'
import {
  createArticle,
  deleteArticle,
  publishArticle,
  saveArticle,
  unpublishArticle,
} from '#worker/features/articles/edit-articles.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(ArticleId) })
/** The longest text with each of its characters escaped (`\u20ac`), and what stands around it. */
const maxBytes = articleMaxLength * 6 + 16_384

export const articleAdminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/articles',
    summary: 'Articles in whatever status',
    access: 'moderator',
    query: AdminArticlesQuery,
    answer: AdminArticlesPage,
    run: (ctx, { query }) => listAdminArticles(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/articles',
    summary: 'Begin an article: a draft',
    access: 'moderator',
    body: ArticleInput,
    maxBytes,
    status: 201,
    answer: AdminArticle,
    run: (ctx, { body }) => createArticle(ctx, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/articles/preview',
    summary: 'Markdown as the article’s page would show it',
    access: 'moderator',
    body: PreviewInput,
    maxBytes,
    answer: PreviewView,
    run: (ctx, { body }) => previewMarkdown(ctx, body),
  }),
  endpoint({
    method: 'get',
    path: '/admin/articles/:id',
    summary: 'One article as it is written',
    access: 'moderator',
    params: byId,
    answer: AdminArticle,
    run: (ctx, { params }) => getAdminArticle(ctx, params.id),
  }),
  endpoint({
    method: 'put',
    path: '/admin/articles/:id',
    summary:
      'Save upon the revision that was read; 409 `changed_meanwhile` if that is not the last',
    access: 'moderator',
    params: byId,
    body: ArticleChange,
    maxBytes,
    answer: AdminArticle,
    run: (ctx, { params, body }) => saveArticle(ctx, params.id, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/articles/:id/publish',
    summary: 'Publish; with `revision` only what was read',
    access: 'moderator',
    params: byId,
    body: PublishInput,
    answer: AdminArticle,
    run: (ctx, { params, body }) => publishArticle(ctx, params.id, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/articles/:id/unpublish',
    summary: 'Back to a draft; its address stays its own',
    access: 'moderator',
    params: byId,
    body: PublishInput,
    answer: AdminArticle,
    run: (ctx, { params, body }) => unpublishArticle(ctx, params.id, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/articles/:id',
    summary: 'Delete an article for good',
    access: 'admin',
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteArticle(ctx, params.id),
  }),
]
