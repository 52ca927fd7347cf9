import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { startTemporaryDatabase } from '#local/temporary-database.ts'
import { StreamingAccountText } from '#worker/contracts/text.ts'
import { accountKey, parseWatchUrl, platforms } from './platforms.ts'

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
