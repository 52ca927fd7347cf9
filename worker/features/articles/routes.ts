import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import { getArticle, listArticles } from './articles.ts'
import {
  ArticlesPage,
  ArticlesQuery,
  ArticleView,
  ReadingInput,
  ReadingStarted,
  ReadingView,
} from './contract.ts'
import { finishReading, startReading } from './reading.ts'

const bySlug = v.object({ slug: v.pipe(v.string(), v.maxLength(200)) })

export const articleEndpoints = [
  endpoint({
    method: 'get',
    path: '/articles',
    summary: 'Published articles, the newest first',
    access: 'visitor',
    query: ArticlesQuery,
    answer: ArticlesPage,
    freshness: () => ({ maxAge: 60, tags: ['articles'] }),
    run: (ctx, { query }) => listArticles(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/articles/:slug',
    summary: 'One published article, as sanitised HTML',
    access: 'visitor',
    params: bySlug,
    answer: ArticleView,
    freshness: ({ id }) => ({ maxAge: 60, tags: ['articles', `article-${id}`] }),
    run: (ctx, { params }) => getArticle(ctx, params.slug),
  }),
  endpoint({
    method: 'post',
    path: '/articles/:slug/reading',
    summary: 'Open an article: answers a ticket for its end',
    access: 'member',
    params: bySlug,
    answer: ReadingStarted,
    run: (ctx, { params }) => startReading(ctx, params.slug),
  }),
  endpoint({
    method: 'put',
    path: '/articles/:slug/reading',
    summary: 'Reach the end of an article; earns XP once, unless it was too fast',
    access: 'member',
    params: bySlug,
    body: ReadingInput,
    answer: ReadingView,
    run: (ctx, { params, body }) => finishReading(ctx, params.slug, body),
  }),
]
