import { describe, expect, test } from 'vitest'
import type { UserId } from '#worker/contracts/ids.ts'
import { createUnsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'
import { defineCursors, CursorNumber, CursorText } from '#worker/db/pagination.ts'
import {
  decrypt,
  encrypt,
  hmacSha256,
  verifyPassword,
  randomToken,
  sha256,
} from '#worker/auth/crypto.ts'
import { signAccountToken } from '#worker/auth/mailed-tokens.ts'
import { findKnownDevice } from './known-device.ts'
import { hashIdentifier } from '#worker/request/attempt-limits.ts'

/** Made once and kept in databases, cookies and sent mails: another result locks people out. */
const secret = 'a secret of at least thirty-two characters'
const config = { JWT_SECRET: secret } as Parameters<typeof hashIdentifier>[0]['config']

describe('values that are stored or mailed stay the same from build to build', () => {
  test.each([
    ['', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
    ['token', 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A'],
    ['é · 日本 🎉', 'VmNL1Mcmgu9qlOSKODRgAbKZx3Fohu5-kT4Uh4t0qwM'],
    ['x'.repeat(200), 'qiDCPjIBg0BQZ54diJQbmm_tBVfJpwXLLDFeLmP9SG0'],
    ['\ud800', 'g9VEzMIjwFfSv4DT8qMpgsMsPA244mdIINpQZHg_sJc'],
  ])('the SHA-256 of %j', (text, hash) => {
    expect(sha256(text)).toBe(hash)
  })

  test.each([
    ['a refresh successor', secret, 'refresh:token', 'q7W2vfkGeWe0-nrLUpA778m3FDNDpAFDviMfNVzv9Kw'],
    ['of other letters', 'ключ', 'é · 日本 🎉', 'vXs4eR14nzfJM0GN_0YYy7jXIGAOkbMABLh6Ve8FyS4'],
    ['a long secret', 'k'.repeat(200), '', '1rdB6J-Piaz6TPye2WbgdwE46j48HCziM7yBinwp3Yo'],
  ])('the HMAC of %s', (_, key, text, expected) => {
    expect(hmacSha256(key, text)).toBe(expected)
  })

  test('the secret of a mailed link', () => {
    expect(signAccountToken(secret, 'AAECAwQFBgcICQoLDA0ODw')).toBe(
      'AAECAwQFBgcICQoLDA0ODwvVosTq40wJcH1k2DUsXjjHLseG1fmz9aVZ4V18izcVM',
    )
    expect(createUnsubscribeToken(secret, 7 as UserId, 'reminder')).toBe(
      '7-reminder-KNJ3m8FMi-SJZpBjw_FTqDCAr0FZnbsOJl_TEdg2ndo',
    )
  })

  test('the key of a counter', () => {
    expect(hashIdentifier({ config }, 'login:203.0.113.7')).toBe(
      'HsLAp2-9wAR3PQqXJHs5lFhK04_QwW_Wa1XWKLMjiqQ',
    )
  })

  test('the mark of a known device', () => {
    const clock = { now: Date.UTC(2026, 10, 22), config }
    const mark =
      'AAECAwQFBgcICQoLDA0ODw.1811894400.2J1VMABhm8vI-pXSyuVvrRdcCyBuQE9O-cn2VbV4JMM.eCuGsZ2qaKnPwHPE9eh8nrz4QgoJ7GbrP_IapqLIlNM'
    expect(findKnownDevice(clock, mark, 'ana')).toBe('AAECAwQFBgcICQoLDA0ODw')
    expect(findKnownDevice(clock, mark, 'ana@example.com')).toBe('AAECAwQFBgcICQoLDA0ODw')
    expect(findKnownDevice(clock, mark, 'bea')).toBeUndefined()
    expect(findKnownDevice(clock, mark.slice(0, -1), 'ana@example.com')).toBeUndefined()
  })

  test('an encrypted text', () => {
    const sealed = 'ccjKzQoSpEumnD4O.EWXZVzPaTyeT8AFx5wwnyQ._8ZkL9Sdr3MfUKsoZsU'
    expect(decrypt(secret, sealed)).toBe('é · a secret')
    expect(decrypt(secret, `${sealed}.gFEibIyZ`)).toBe('é · a secret')
    expect(
      encrypt(secret, 'é')
        .split('.')
        .map((part) => part.length),
    ).toEqual([16, 22, 3, 8])
  })

  test('the hash of a password', async () => {
    const hash = 'scrypt$15$8$3$AAECAwQFBgcICQoLDA0ODw$BUS_jY3RXIlNUfVFibrXS1m-ZtyDS56ksoZ2SgSjUlQ'
    expect(await verifyPassword('correct horse battery', hash)).toBe(true)
    expect(await verifyPassword('correct horse', hash)).toBe(false)
  }, 30_000)

  test('where a page of a list ended', () => {
    const order = defineCursors('things.name', [CursorText, CursorNumber])
    const cursor = 'WyJ0aGluZ3MubmFtZSIsIlBva8OpbW9uIOWOn-elniDinKgiLDQyXQ'
    expect(order.after(['Pokémon 原神 ✨', 42])).toBe(cursor)
    expect(order.keysOf({ locale: 'en' }, cursor)).toEqual(['Pokémon 原神 ✨', 42])
  })
})

test('a random token has as many bits as asked for, and no two are the same', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/)
  expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
  expect(new Set(Array.from({ length: 1000 }, () => randomToken())).size).toBe(1000)
})
