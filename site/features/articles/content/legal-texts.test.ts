import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const youTubeTerms = 'https://www.youtube.com/t/terms'
const permissions = [
  'https://myaccount.google.com/permissions',
  'https://www.twitch.tv/settings/connections',
]

/** Links by page, which the terms of the platforms ask for. */
const platformLinks = {
  'privacy-policy': [
    ...permissions,
    youTubeTerms,
    'https://policies.google.com/privacy',
    'https://developers.google.com/terms/api-services-user-data-policy',
    'https://www.twitch.tv/p/legal/privacy-notice',
  ],
  'terms-and-conditions': [youTubeTerms],
  'data-deletion-request': permissions,
}

/** Facts by page, from the file of the operator. */
const operatorFacts = {
  'privacy-policy': ['legalName', 'address', 'processors', 'supervisoryAuthority', 'backupDays'],
  'terms-and-conditions': ['legalName', 'digitalAge', 'law', 'dsa.email', 'dsa.languages'],
  'data-deletion-request': ['backupDays'],
  'legal-notice': ['identity', 'hosts'],
}

const objections = {
  en: ['## If you’re a streamer or take part in an event', '### You can object'],
  es: ['## Si haces directos o participas en un evento', '### Puedes oponerte'],
  fr: ['## Si vous êtes streamer ou participez à un événement', '### Vous pouvez vous opposer'],
}

describe.each(['en', 'es', 'fr'] as const)('the legal texts in %s', (locale) => {
  const read = (page: string) => readFileSync(`site/content/${page}/${locale}.md`, 'utf8')

  test.each(Object.entries(platformLinks))(
    'link in %s what the platforms ask for',
    (page, links) => {
      const text = read(page)
      expect(links.filter((link) => !text.includes(`(${link})`))).toEqual([])
      if (page === 'data-deletion-request') return
      expect(text).toMatch(/YouTube API|API (?:de )?YouTube/)
    },
  )

  test.each(Object.entries(operatorFacts))('name in %s who answers for them', (page, facts) => {
    const text = read(page)
    expect(facts.filter((fact) => !text.includes(`{operator.${fact}}`))).toEqual([])
  })

  test('say under headings of their own who can object to what', () => {
    const lines = read('privacy-policy').split('\n')
    expect(objections[locale].filter((heading) => !lines.includes(heading))).toEqual([])
  })

  test('load nothing from another company before a click', () => {
    expect(read('privacy-policy')).not.toMatch(
      /click or agree|pulsas o lo aceptas|cliqué ou accepté/,
    )
  })
})

test('no text links the platform for disputes that was closed in 2025', () => {
  const texts = globSync('site/content/*/*.md').map((path) => readFileSync(path, 'utf8'))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((text) => /ec\.europa\.eu\/(?:consumers\/)?odr/.test(text))).toEqual([])
})
