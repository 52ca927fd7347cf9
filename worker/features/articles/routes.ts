import * as v from 'valibot'
import { describeFileEndpoint, endpoint } from '#worker/api/endpoint.ts'
import { LanguageQuery } from '#worker/features/events/feeds/contract.ts'
import { webFeedFormats, webFeedTypes } from '#worker/feeds/web-feed.ts'
import { getArticle, listArticles } from './articles.ts'
import {
  ArticlesPage,
  ArticlesQuery,
  ArticleView,
  FinishReadingInput,
  ReadingStartView,
  FinishReadingView,
} from './contract.ts'
import { finishReading, startReading } from './reading.ts'

const bySlug = v.object({ slug: v.pipe(v.string(), v.maxLength(200)) })

export const articleFeedFile = describeFileEndpoint({
  path: '/feeds/articles.:form',
  operationId: 'getArticleFeed',
  summary: 'Get the newest articles of one language as a feed',
  params: v.object({ form: v.picklist(webFeedFormats) }),
  query: LanguageQuery,
  contentTypes: Object.values(webFeedTypes),
  isCacheable: true,
})

export const articleEndpoints = [
  endpoint({
    route: 'GET /articles',
    operationId: 'listArticles',
    summary: 'List published articles, newest first',
    access: 'visitor',
    query: ArticlesQuery,
    answer: ArticlesPage,
    run: (ctx, { query }) => listArticles(ctx, query),
  }),
  endpoint({
    route: 'GET /articles/:slug',
    operationId: 'getArticle',
    summary: 'Get a published article as sanitized HTML',
    access: 'visitor',
    params: bySlug,
    answer: ArticleView,
    run: (ctx, { params }) => getArticle(ctx, params.slug),
  }),
  endpoint({
    route: 'POST /articles/:slug/reading',
    operationId: 'startReading',
    summary: 'Start to read an article; answers a ticket for finishing it',
    access: 'member',
    params: bySlug,
    answer: ReadingStartView,
    run: (ctx, { params }) => startReading(ctx, params.slug),
  }),
  endpoint({
    route: 'PUT /articles/:slug/reading',
    operationId: 'finishReading',
    summary: 'Finish an article; earns XP once, if enough time passed',
    access: 'member',
    params: bySlug,
    body: FinishReadingInput,
    answer: FinishReadingView,
    run: (ctx, { params, body }) => finishReading(ctx, params.slug, body),
  }),
]
