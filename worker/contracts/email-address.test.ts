import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EmailAddress, toAsciiDomain } from './email-address.ts'

test.each([
  ['anna@example.com', 'anna@example.com'],
  [' anna@example.com ', 'anna@example.com'],
  ['anna@xn--mnchen-3ya.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@münchen.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@MÜNCHEN.example', 'anna@xn--mnchen-3ya.example'],
  ["o'hara+tag/x=y!#$%&*^_`{|}~@a--b.co", "o'hara+tag/x=y!#$%&*^_`{|}~@a--b.co"],
])('%s is taken', (typed, stored) => {
  expect(v.parse(EmailAddress, typed)).toBe(stored)
})

test.each([
  ['anna', 'email_at'],
  ['@example.com', 'email_at'],
  ['anna@', 'email_at'],
  ['an na@example.com', 'email_spaces'],
  ['anna@example', 'email_domain'],
  ['anna@example..com', 'email_domain'],
  ['anna@.com', 'email_domain'],
  ['anna@example.', 'email_domain'],
  ['anna@127.0.0.1', 'email_domain'],
  ['a@b@example.com', 'email'],
  ['anna..b@example.com', 'email'],
  ['.anna@example.com', 'email'],
  ['änna@example.com', 'email'],
  ['anna@-example.com', 'email'],
  ['anna\r\nBcc:x@example.com', 'email_spaces'],
  ['<anna@example.com>', 'email'],
  [`${'a'.repeat(65)}@example.com`, 'email'],
])('%s is refused, with what is wrong: %s', (typed, rule) => {
  const { success, issues } = v.safeParse(EmailAddress, typed)
  expect([success, issues?.map(({ message }) => message)]).toEqual([false, [rule]])
})

test('only a domain of letters beyond ASCII is changed', () => {
  for (const kept of ['Anna@Example.com', 'münchen', 'a@ü/b', 'a@ü:80', 'a@ü b']) {
    expect(toAsciiDomain(kept)).toBe(kept)
  }
})
