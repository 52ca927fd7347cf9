import { expect, test } from 'vitest'
import * as keys from './storage-keys.ts'

const { personalKeys, accessTokenCookie, localeCookie, ...others } = keys
const names = Object.values(others).filter((key) => typeof key === 'string')

/** Logout keeps these. */
const settingsOfTheBrowser = [
  'theme',
  'language_offer',
  'timezone',
  'date_format',
  'hour_cycle',
  'density',
  'motion',
  'muted',
  'consent',
  'analytics-disabled',
  'push_offered',
]

test('each name belongs to the browser, or is removed at logout from where it is kept', () => {
  const { localStorage, sessionStorage } = personalKeys
  const personal = [...localStorage.names, ...sessionStorage.names]
  expect(names.toSorted()).toEqual([...settingsOfTheBrowser, ...personal].toSorted())
  expect(new Set([...names, accessTokenCookie, localeCookie]).size).toBe(names.length + 2)
})

test('names that hold a path, an id or a kind are removed by how they begin', () => {
  const { localStorage, sessionStorage } = personalKeys
  expect(
    localStorage.prefixes.filter((one) => keys.toggleCacheKey('hype').startsWith(one)),
  ).toHaveLength(1)
  const inTab = [keys.proposalChangesKey(7), keys.formDraftKey('/en/profile', ['name'])]
  for (const name of inTab) {
    expect(sessionStorage.prefixes.filter((one) => name.startsWith(one))).toHaveLength(1)
  }
})
