import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { Language } from '#worker/contracts/locale.ts'
import type { Database, Statement } from '#worker/db/client.ts'
import { insertRows } from '#worker/features/imports/files/bulk.ts'

const folder = fileURLToPath(new URL('demo/articles/', import.meta.url))
const dayMs = 24 * 3_600_000

const FrontMatter = v.object({
  title: v.string(),
  slug: v.string(),
  language: Language,
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

export function insertArticles(db: Database, now: number): Statement {
  const articles = globSync('*/*.md', { cwd: folder }).map((path) => {
    const article = parseArticle(readFileSync(folder + path, 'utf8'))
    const at = now - article.published_days_ago * dayMs
    const dates = { created_at: at, updated_at: at, published_at: at }
    return { ...article, author_name: article.author, status: 'published', ...dates }
  })
  const columns = ['slug', 'title', 'excerpt', 'markdown', 'language', 'status', 'author_name']
  return insertRows(
    db,
    { table: 'articles', columns: [...columns, 'created_at', 'updated_at', 'published_at'] },
    articles,
  )
}
