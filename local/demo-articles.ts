import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { dayMs } from '#worker/contracts/durations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import type { Statement } from '#worker/db/client.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { insertInBulk } from '#worker/features/imports/files/bulk.ts'

const folder = fileURLToPath(new URL('demo/articles/', import.meta.url))

const FrontMatter = v.object({
  title: v.string(),
  slug: v.string(),
  language: ContentLanguage,
  excerpt: v.string(),
  author: v.string(),
  published_days_ago: v.pipe(v.string(), v.transform(Number), v.number()),
})

/** Front matter of `name: value` lines; values may be quoted. */
export function parseArticle(text: string) {
  const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const entries = [...head.matchAll(/^(\w+): *(.*)$/gm)].map(([, name, value = '']) => [
    name,
    /^(['"]).*\1$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value,
  ])
  return { ...v.parse(FrontMatter, Object.fromEntries(entries)), markdown: markdown.trim() }
}

export function insertDemoArticles(now: number): Statement {
  const demo = globSync('*/*.md', { cwd: folder }).map((path) => {
    const { author, ...article } = parseArticle(readFileSync(folder + path, 'utf8'))
    const at = now - article.published_days_ago * dayMs
    const dates = { createdAt: at, updatedAt: at, publishedAt: at }
    return { ...article, ...dates, authorName: author, status: 'published' as const }
  })
  const texts = ['slug', 'title', 'excerpt', 'markdown', 'language', 'authorName'] as const
  return insertInBulk(articles, [...texts, 'status', 'createdAt', 'updatedAt', 'publishedAt'], demo)
}
