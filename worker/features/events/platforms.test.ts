import { expect, test } from 'vitest'
import { accountKey, platforms } from './platforms.ts'

test('two spellings of one account compare as one', () => {
  expect(accountKey('@ZeratoR')).toBe(accountKey('zerator'))
})

test('an account is watched at its platform and can lead nowhere else', () => {
  expect(platforms.twitch.watchUrl('zerator')).toBe('https://www.twitch.tv/zerator')
  expect(platforms.youtube.watchUrl('chaîne')).toBe('https://www.youtube.com/@cha%C3%AEne')
  expect(platforms.twitch.watchUrl('../x?y')).toBe('https://www.twitch.tv/..%2Fx%3Fy')
})
