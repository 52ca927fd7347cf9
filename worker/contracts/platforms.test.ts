import { parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { printPlatformStyles } from '#scripts/derived-styles.ts'
import { parseChannelLink } from '#site/features/moderation/propose/channel-link.ts'
import {
  parseAccount,
  toAccountSuggestion,
} from '#site/features/moderation/propose/find-accounts.ts'
import { validationText } from '#worker/api/validation-texts.ts'
import { StreamingAccountInput } from '#worker/features/directory/streamers/my-contract.ts'
import { locales } from '#worker/locale/locales.ts'
import { Platform } from './enumerations.ts'
import { listPlatforms } from './platform-list.ts'
import { linkLabel } from './profile-links.ts'
import { startTemporaryDatabase } from '#tests/support/fixtures/temporary-database.ts'
import { StreamingAccountText } from './text.ts'
import { accountKey, parseWatchUrl, platformIds, platforms } from './platforms.ts'

test('two spellings of one account compare as one', () => {
  expect(accountKey('@ZeratoR')).toBe(accountKey('zerator'))
})

test('of a name as it is kept, the database makes the same key', async () => {
  const database = await startTemporaryDatabase()
  for (const typed of ['@ZeratoR', 'ÉLAN', 'Chaîne.Ÿ', 'Ωmega-Δ', 'ЖИЗНЬ', '日本']) {
    const name = parse(StreamingAccountText, typed)
    const [row] = await database.query<{ key: string }>(`select lower('${name}') as key`)
    expect(row?.key).toBe(accountKey(typed))
  }
  await database.remove()
})

test('an account is watched at its platform and can lead nowhere else', () => {
  expect(platforms.twitch.watchUrl('zerator')).toBe('https://www.twitch.tv/zerator')
  expect(platforms.youtube.watchUrl('chaîne')).toBe('https://www.youtube.com/@cha%C3%AEne')
  expect(platforms.twitch.watchUrl('../x?y')).toBe('https://www.twitch.tv/..%2Fx%3Fy')
})

test('the channel behind an address of any platform is known, and behind others is none', () => {
  for (const [platform, account] of [
    ['twitch', 'zerator'],
    ['youtube', 'chaîne'],
  ] as const) {
    expect(parseWatchUrl(platforms[platform].watchUrl(account))).toEqual({ platform, account })
  }
  expect(parseWatchUrl('https://www.youtube.com/watch?v=1')).toBeUndefined()
  expect(parseWatchUrl('https://example.com/')).toBeUndefined()
})

test('a player says which page it stands in, and needs more of YouTube than a handle', () => {
  expect(platforms.twitch.playerUrl('a&parent=evil.example', 'our.host')).toBe(
    'https://player.twitch.tv/?channel=a%26parent%3Devil.example&parent=our.host',
  )
  expect(platforms.youtube.playerUrl('handle', 'our.host')).toBeUndefined()
  expect(platforms.youtube.playerUrl('UC1234567890123456789012', 'our.host')).toBe(
    'https://www.youtube-nocookie.com/embed/live_stream?channel=UC1234567890123456789012',
  )
})

describe.each(platformIds)('the record of %s', (platform) => {
  const { name, colors, icon, hosts, watchUrl, playerUrl, playerOrigin } = platforms[platform]
  const account = 'example123'
  const typed = { platform, name: account }

  test('names a value of the contract', () => {
    expect(Platform.options).toContain(platform)
  })

  test('reads the account from the address at which it is watched', () => {
    const url = watchUrl(account)
    expect(parseWatchUrl(url)).toEqual({ platform, account })
    expect(parseChannelLink(url)).toEqual({ platform, account })
    expect(parseChannelLink(`m.${hosts[0]}/`)).toBeUndefined()
    expect(hosts.map((host) => linkLabel(`https://${host}/x`))).toEqual(hosts.map(() => name))
  })

  test('accepts an account that is typed, by name or by address', () => {
    expect(parse(StreamingAccountInput, typed)).toEqual(typed)
    expect(parse(StreamingAccountInput, { platform, name: watchUrl(account) }).name).toMatch(
      account,
    )
    expect(parseAccount(toAccountSuggestion(typed).value)).toEqual(typed)
    expect(safeParse(StreamingAccountInput, { platform, name: 'a/b' }).success).toBe(false)
  })

  test.each(locales)('asks for a missing account in words of its own, in %s', (locale) => {
    const { issues } = safeParse(StreamingAccountInput, { platform, name: '' })
    const message = `${platform}_name_required`
    expect(issues?.[0].message).toBe(message)
    const issue = { type: 'non_empty', expected: null, input: '' }
    const general = validationText({ ...issue, message: '' }, locale)
    expect(validationText({ ...issue, message }, locale)).not.toBe(general)
  })

  test('plays from the origin that pages may embed', () => {
    expect(new URL(playerOrigin).origin).toBe(playerOrigin)
    for (const one of [account, 'UC1234567890123456789012']) {
      const url = playerUrl(one, 'our.host')
      if (url) expect(new URL(url).origin).toBe(playerOrigin)
    }
  })

  test('has colours and an icon in the style sheet', () => {
    for (const color of Object.values(colors)) expect(color).toMatch(/^#[0-9a-f]{6}$/)
    const styles = printPlatformStyles()
    expect(styles).toContain(`--${platform}: light-dark(${colors.light}, ${colors.dark});`)
    expect(styles).toContain(`.platform-${platform} { --platform-icon: url(`)
    expect(styles).toContain(icon)
  })

  test.each(locales)('is in the list of all, in %s', (locale) => {
    expect(listPlatforms(locale, 'conjunction')).toContain(name)
  })
})

test('the platforms are listed in words', () => {
  const last = ['Twitch and YouTube', 'Twitch o YouTube', 'Twitch et YouTube']
  expect([
    listPlatforms('en', 'conjunction'),
    listPlatforms('es', 'disjunction'),
    listPlatforms('fr', 'conjunction'),
  ]).toEqual(last)
})
