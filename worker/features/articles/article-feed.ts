import { Hono } from 'hono'
import { m } from '#messages'
import { readQuery, validateInput } from '#worker/api/validation.ts'
import { resolveCachePolicy } from '#worker/caching/cache-map.ts'
import { setCacheHeaders } from '#worker/caching/cache-policy.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { LanguageQuery } from '#worker/features/events/feeds/contract.ts'
import { addOpenFeed, createFeedContext, type FeedApp } from '#worker/feeds/open-feed.ts'
import { escapeHtml, toFeedText, webFeedFormats, webFeedResponse } from '#worker/feeds/web-feed.ts'
import { localePath } from '#worker/locale/locale.ts'
import { listArticles } from './articles.ts'

const mostItems = 50

export function createArticleFeedRoutes(): FeedApp {
  const feeds: FeedApp = new Hono()
  for (const form of webFeedFormats) {
    addOpenFeed(feeds, `/feeds/articles.${form}`, async (c) => {
      const ctx = createFeedContext(c)
      const { lang: locale } = validateInput(LanguageQuery, readQuery(c), ctx.locale)
      const ownLanguage = ContentLanguage.options.filter((language) => language === locale)
      const language = [...ownLanguage, 'none' as const]
      const { items } = await listArticles(ctx, { language, limit: mostItems, cursor: undefined })
      setCacheHeaders(c, resolveCachePolicy(`/feeds/articles.${form}`))
      const site = ctx.config.SITE_URL
      const feedFacts = {
        site,
        locale,
        name: `Hypecal – ${m.articles_title({}, { locale })}`,
        description: m.articles_description({}, { locale }),
        page: site + localePath(locale, '/articles'),
      }
      const feedEntries = items.map((article) => ({
        title: toFeedText(article.title),
        link: site + localePath(locale, `/articles/${article.slug}`),
        html: `<p>${escapeHtml(toFeedText(article.excerpt))}</p>`,
        publishedAt: new Date(article.published_at),
        changedAt: new Date(article.modified_at),
        author: toFeedText(article.author),
      }))
      return webFeedResponse(c, form, { facts: feedFacts, items: feedEntries, now: ctx.now })
    })
  }
  return feeds
}
