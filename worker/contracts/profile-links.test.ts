import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { linkLabel, ProfileLinks } from './profile-links.ts'

function codeOf(links: unknown): string | undefined {
  return v.safeParse(ProfileLinks, links).issues?.[0].message
}

describe('the links of a profile', () => {
  test('are kept as a browser writes them', () => {
    expect(v.parse(ProfileLinks, [' https://X.com/luna ', 'https://café.example/é'])).toEqual([
      'https://x.com/luna',
      'https://xn--caf-dma.example/%C3%A9',
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://example.com',
    'ftp://example.com',
    '//example.com',
    'example.com',
    '',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://example.com:8443',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://exa\u202emple.com',
    'https://example.com/\u200b',
    'https://example.com/a b',
    'https://example.com/\u0000',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuse %j', (link) => expect(codeOf(['https://example.com', link])).toBe('https_url'))

  test('are eight at most, and each one once', () => {
    const links = Array.from({ length: 9 }, (_, index) => `https://example.com/${index}`)
    expect(codeOf(links)).toBe('too_many_links')
    expect(codeOf(links.slice(1))).toBeUndefined()
    expect(codeOf(['https://example.com', 'https://EXAMPLE.com/'])).toBe('repeated_links')
  })
})

test.each([
  ['https://www.youtube.com/@luna', 'YouTube'],
  ['https://m.twitch.tv/luna', 'Twitch'],
  ['https://nottwitch.tv/luna', 'nottwitch.tv'],
  ['https://twitch.tv.example.com/luna', 'twitch.tv.example.com'],
])('%s is named %s', (link, label) => expect(linkLabel(link)).toBe(label))
