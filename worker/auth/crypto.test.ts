import { expect, test } from 'vitest'
import { decrypt, encrypt } from './crypto.ts'

test('what was encrypted opens with its key alone, untouched', () => {
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

test('a shortened mark of authenticity opens nothing', () => {
  const [nonce, tag = '', text] = encrypt('one key', 'a secret').split('.')
  const short = Buffer.from(tag, 'base64url').subarray(0, 12).toString('base64url')
  expect(() => decrypt('one key', [nonce, short, text].join('.'))).toThrow()
})
