import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as exportedKeys from '#site/lib/storage-keys.ts'
import { renderPrivacyTables } from './privacy-tables.ts'
import { localStorageRows, sessionStorageRows } from './stored-keys.ts'

const locales = ['en', 'es', 'fr'] as const
const readPolicy = (locale: string) =>
  readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8')
const localKeys = localStorageRows.flatMap(([keys]) => keys)
const sessionKeys = sessionStorageRows.flatMap(([keys]) => keys)
const { accessTokenCookie, localeCookie, personalKeys, keysClearedWithSession, ...keys } =
  exportedKeys

/** Names, and what names begin with. */
const declaredKeys = Object.values(keys).map((key) =>
  typeof key === 'string' ? key : (key as (...args: unknown[]) => string)('…', []).trim(),
)
const withEllipsis = (prefix: string) => `${prefix}…`

describe('each key that a page stores', () => {
  test('has its sentence in one of the two tables', () => {
    const stated = [...localKeys, ...sessionKeys]
    expect(stated.filter((key, index) => stated.indexOf(key) !== index)).toEqual([])
    expect(stated.toSorted()).toEqual(declaredKeys.toSorted())
  })

  test('is said to go at logout only if it does', () => {
    const { localStorage, sessionStorage } = personalKeys
    const removed = [...localStorage.names, ...localStorage.prefixes.map(withEllipsis)]
    const said = localStorageRows.filter(([, , until]) => until().includes('log out'))
    expect(said.flatMap(([keys]) => keys).toSorted()).toEqual(removed.toSorted())
    const removedOfTab = [...sessionStorage.names, ...sessionStorage.prefixes.map(withEllipsis)]
    expect(sessionKeys.filter((key) => removedOfTab.includes(key)).toSorted()).toEqual(
      removedOfTab.toSorted(),
    )
  })

  test('is declared: nothing stores under a name of its own', () => {
    const files = globSync('site/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*'] })
    const passedOn = new Set(['site/lib/storage.ts', 'site/layouts/navigation/reload-guard.ts'])
    const undeclared = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const isTold = text.includes('storage-keys.ts') || passedOn.has(file)
      const names = [...text.matchAll(/\bsetItem\(\s*([^,\s]+),/g)].map(([, name = '']) => name)
      return names
        .filter((name) => !(name in exportedKeys) && !(isTold && /^(?:key|name)$/.test(name)))
        .map((name) => `${file}: ${name}`)
    })
    expect(undeclared).toEqual([])
    const elsewhere =
      /(?:local|session)Storage(?:\[|\.\w+ = )|indexedDB|\bcaches\.open\(|navigator\.storage\b/
    expect(files.filter((file) => elsewhere.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('each cookie', () => {
  test('is set by its name in the table alone', () => {
    const worker = globSync('worker/**/*.ts', { exclude: ['**/*.test.ts'] })
    const setters = worker.filter((file) => {
      const imported = /import ([^']*?) from 'hono\/cookie'/.exec(readFileSync(file, 'utf8'))
      return imported && imported[1] !== '{ getCookie }'
    })
    expect(setters).toEqual(['worker/auth/own-cookie.ts'])
    const headers = worker.filter((file) => /set-cookie/i.test(readFileSync(file, 'utf8')))
    expect(headers).toEqual(['worker/caching/serve-cached.ts'])
    const site = globSync('site/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*'] })
    const written = site.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/document\.cookie = `\$\{(\w+)\}=/g)].map(
        ([, name]) => name,
      ),
    )
    expect(written.toSorted()).toEqual(['accessTokenCookie', 'localeCookie'])
    const others = site.filter((file) =>
      /document\.cookie =(?! `\$\{)|cookieStore\.set/.test(readFileSync(file, 'utf8')),
    )
    expect(others).toEqual([])
    expect([accessTokenCookie, localeCookie]).toEqual(['access_token', 'locale'])
    expect(keysClearedWithSession.every((key) => localKeys.includes(key))).toBe(true)
  })

  test.each(locales)('stands on the page in %s, with its term', (locale) => {
    for (const name of ['cookieTable', 'localStorageTable', 'sessionStorageTable']) {
      expect(readPolicy(locale).match(new RegExp(`^\\{${name}\\}$`, 'gm'))).toHaveLength(1)
    }
    const { cookieTable, sessionStorageTable } = renderPrivacyTables(locale)
    const text = `${String(cookieTable)}${String(sessionStorageTable)}`.replaceAll(/\s+/g, ' ')
    const days = { en: '365 days', es: '365 días', fr: '365 jours' }[locale]
    expect(text).toMatch(new RegExp(`<code>known_device</code></td> ?<td>[^<]+</td> ?<td>${days}<`))
    expect(text).toContain('<code>passkey_challenge</code>')
    expect(text).toContain('<code>typed …</code>')
    expect(text).not.toContain('{')
  })
})
