import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  decrypt,
  deriveKeyId,
  encrypt,
  hashPassword,
  needsRehash,
  verifyPassword,
} from './crypto.ts'

test('a password is hashed by scrypt, and checked at the cost that its hash names [ASVS 11.4.2]', async () => {
  const old = scryptSync('secret', Buffer.alloc(16), 32, { N: 2 ** 14, r: 8, p: 1 })
  const oldHash = `scrypt$14$8$1$${'A'.repeat(22)}$${old.toString('base64url')}`
  expect(await verifyPassword('secret', oldHash)).toBe(true)
  expect(await verifyPassword('Secret', oldHash)).toBe(false)
  const hash = await hashPassword('secret')
  expect([needsRehash(oldHash), needsRehash(hash)]).toEqual([true, false])
  const [, logN, r, p, salt = '', key] = hash.split('$')
  expect([logN, r, p]).toEqual(['15', '8', '3'])
  const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 }
  const expected = scryptSync('secret', Buffer.from(salt, 'base64url'), 32, cost)
  expect(key).toBe(expected.toString('base64url'))
})

test('what was encrypted opens with its key alone, untouched [ASVS 11.3.3]', () => {
  const encrypted = encrypt('one key', 'a secret')
  expect(decrypt('one key', encrypted)).toBe('a secret')
  expect(() => decrypt('another key', encrypted)).toThrow()
  expect(() =>
    decrypt(
      'one key',
      encrypted.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ),
  ).toThrow()
})

test('a value says which key encrypted it, and opens with it among others', () => {
  const encrypted = encrypt('one key', 'a secret')
  expect(encrypted.split('.')[3]).toBe(deriveKeyId('one key'))
  expect(decrypt(['another key', 'one key'], encrypted)).toBe('a secret')
  expect(() => decrypt(['another key', 'a third'], encrypted)).toThrow('not accepted')
})

test('a value from before key ids opens with any accepted key', () => {
  const encrypted = encrypt('one key', 'a secret').split('.').slice(0, 3).join('.')
  expect(decrypt(['another key', 'one key'], encrypted)).toBe('a secret')
  expect(decrypt('one key', encrypted)).toBe('a secret')
  expect(() => decrypt(['another key', 'a third'], encrypted)).toThrow()
})

test('a shortened mark of authenticity opens nothing', () => {
  const [nonce, tag = '', text] = encrypt('one key', 'a secret').split('.')
  const short = Buffer.from(tag, 'base64url').subarray(0, 12).toString('base64url')
  expect(() => decrypt('one key', [nonce, short, text].join('.'))).toThrow()
})
