import { expect, test } from 'vitest'
import { AppError } from '#worker/api/errors.ts'
import { assertStrongPassword } from './password-rules.ts'

const names = { username: 'Captain-Ada', email: 'Lovelace@example.com' }

function fault(password: string, locale: 'en' | 'fr' = 'en'): unknown {
  try {
    assertStrongPassword({ locale }, password, names)
  } catch (error) {
    return error instanceof AppError && [error.status, error.details]
  }
  return undefined
}

const common = 'This password is too common'
const personal = 'Don’t use your username or email address as your password'
const product = 'Don’t use “Hypecal” in your password'

test.each([
  ['password', common],
  ['12345678', common],
  ['PASSWORD1', common],
  ['ｐａｓｓｗｏｒｄ', common],
  ['captain-ada', personal],
  ['lovelace@EXAMPLE.com', personal],
  ['lovelace', personal],
  ['Hypecal2026!', product],
  ['my-hypecal', product],
  ['HypecalHypecal', product],
])('%s is refused at its field [ASVS 6.1.2, 6.2.11]', (password, msg) => {
  expect(fault(password)).toEqual([422, [{ path: 'password', msg }]])
})

test.each([
  'correct horse battery',
  'correct horse hypecal',
  'captain-ada-1815',
  'lovelace@example.org',
])('%s is taken [ASVS 6.1.2, 6.2.11]', (password) => {
  expect(fault(password)).toBeUndefined()
})

test('the refusal is in the reader’s language', () => {
  expect(JSON.stringify(fault('password', 'fr'))).toContain('Ce mot de passe')
})
