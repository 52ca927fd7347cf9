import { expect, test } from 'vitest'
import { slugifyTitle, findFreeSlug, isSlugFromTitle } from './article-slugs.ts'
import { reservedArticleSlugs } from './paths.ts'

const taken = (...slugs: string[]) => slugs.map((slug) => ({ slug }))

test('an article has an address of its title, and none where a page of its own stands', () => {
  expect(slugifyTitle('Été : le guide !')).toBe('ete-le-guide')
  expect(slugifyTitle('日本語')).toBe('article')
  // Words that are taken among events are free among articles.
  expect(slugifyTitle('Live')).toBe('live')
  for (const slug of reservedArticleSlugs) expect(slugifyTitle(slug)).toBe(`article-${slug}`)
})

test('a title that others have gets a number', () => {
  expect(findFreeSlug({ title: 'A guide' }, [])).toBe('a-guide')
  expect(findFreeSlug({ title: 'A guide' }, taken('a-guide', 'a-guide-2'))).toBe('a-guide-3')
})

test('an address that was asked for is given or refused, never another one', () => {
  const title = 'A guide'
  expect(findFreeSlug({ title, slug: 'mine' }, taken('mine-2'))).toBe('mine')
  expect(findFreeSlug({ title, slug: 'mine' }, taken('mine'))).toBeUndefined()
  expect(findFreeSlug({ title, slug: 'zevent-2025-guide' }, [])).toBeUndefined()
})

test.each([
  ['a-guide', true],
  ['a-guide-2', true],
  ['a-guide-to', false],
  ['mine', false],
])('whether “%s” was made of the title: %s', (slug, isMade) => {
  expect(isSlugFromTitle(slug, 'A guide')).toBe(isMade)
})
