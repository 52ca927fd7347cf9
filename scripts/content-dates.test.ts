import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentVersions } from '#tests/support/tables/content-versions.ts'

const updatedLine = /^updated: (.+)$/m

/** By page: the date of its languages, and a hash of what they say. */
function readVersions(): Record<string, string> {
  const pages = Map.groupBy(
    globSync('site/content/*/*.md').toSorted(),
    (path) => path.split('/')[2]!,
  )
  return Object.fromEntries(
    [...pages].map(([page, paths]) => {
      const texts = paths.map((path) => readFileSync(path, 'utf8'))
      const dates = new Set(texts.map((text) => updatedLine.exec(text)?.[1]))
      const words = texts.map((text) => text.replace(updatedLine, '').replaceAll(/-{3,}|\s+/g, ' '))
      const hash = createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 12)
      return [page, `${[...dates].join(' and ')} ${hash}`]
    }),
  )
}

test('a page that says something else has another date, the same in each language', () => {
  expect(readVersions()).toEqual(contentVersions)
})
