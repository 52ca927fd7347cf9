import * as v from 'valibot'
import { endpoint } from '#worker/http/endpoint.ts'
import { getArticle, listArticles } from './articles.ts'
import { ArticlesPage, ArticlesQuery, ArticleView } from './contract.ts'

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
]
