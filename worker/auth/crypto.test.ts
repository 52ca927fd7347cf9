import { expect, test } from 'vitest'
import { decrypt, encrypt, deriveKeyId } from './crypto.ts'

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
