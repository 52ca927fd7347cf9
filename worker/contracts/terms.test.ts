import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { termsVersion } from './terms.ts'

function readFrontMatter(path: string) {
  const [, matter = ''] = readFileSync(path, 'utf8').split('---\n')
  const listed = (name: string) =>
    [...matter.matchAll(new RegExp(`^[ -]+${name}: (.+)$`, 'gm'))].map(([, value]) => value)
  const version = /^version: (.+)$/m.exec(matter)?.[1]
  const updated = /^updated: (.+)$/m.exec(matter)?.[1]
  return { version, updated, on: listed('on'), applies: listed('applies'), texts: listed('text') }
}

describe.each(['terms-and-conditions', 'privacy-policy'])('the text of %s', (name) => {
  const folder = `site/content/${name}`
  const current = acceptedLocales.map((locale) => readFrontMatter(`${folder}/${locale}.md`))
  const earlier = globSync('*/', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

  test('has the same versions in each language, each with a sentence', () => {
    const [first] = current
    for (const { version, updated, on, applies, texts } of current) {
      expect([version, updated, on, applies]).toEqual([
        first?.version,
        version,
        first?.on,
        first?.applies,
      ])
      expect(texts).toHaveLength(on.length)
      expect(on[0]).toBe(version)
    }
  })

  test('keeps each version that it names, in each language, at its day', () => {
    const [first] = current
    expect(first?.on.slice(1).toSorted()).toEqual(earlier.toSorted())
    for (const version of earlier) {
      for (const locale of acceptedLocales) {
        expect(readFrontMatter(`${folder}/${version}/${locale}.md`).updated).toBe(version)
      }
    }
  })
})

test('who signs up accepts the version that the page of the terms shows', () => {
  expect(readFrontMatter('site/content/terms-and-conditions/en.md').version).toBe(termsVersion)
})
