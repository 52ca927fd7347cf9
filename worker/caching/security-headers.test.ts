import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSecurityHeaders } from './security-headers.ts'

const tokenPages = globSync('site/pages/**/[[]token[]].astro').map((file) =>
  file.replace('site/pages/[...locale]', '').replace('[token].astro', 'secret'),
)

test.each(tokenPages)('no other site hears of a visit to %s', (path) => {
  for (const address of [path, `/fr${path}`]) {
    expect(buildSecurityHeaders(address)['Referrer-Policy']).toBe('same-origin')
  }
})

test('other pages tell other sites their origin', () => {
  expect(tokenPages).toHaveLength(8)
  expect(buildSecurityHeaders('/faq')['Referrer-Policy']).toBe('strict-origin-when-cross-origin')
})

test('no page takes part in advertising by the browser', () => {
  const policy = buildSecurityHeaders('/')['Permissions-Policy']
  for (const feature of ['attribution-reporting', 'browsing-topics']) {
    expect(policy).toContain(`${feature}=()`)
  }
})
