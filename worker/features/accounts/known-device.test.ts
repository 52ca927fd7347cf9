import { expect, test } from 'vitest'
import { findKnownDevice, createDeviceToken } from './known-device.ts'

const now = Date.UTC(2026, 11, 4)
const clock = { now, config: { JWT_SECRET: 'a secret of at least 32 characters' } }
const names = { usernameKey: 'ada', emailKey: 'ada@example.com' }

test('a device is known under both names of the account that it signed in to, and no other', () => {
  const mark = createDeviceToken(clock, names)
  const device = findKnownDevice(clock, mark, 'ada')
  expect(device).toMatch(/^[\w-]{22}$/)
  expect(findKnownDevice(clock, mark, 'ada@example.com')).toBe(device)
  expect(findKnownDevice(clock, mark, 'bob')).toBeUndefined()
})

test('a device is known for a year', () => {
  const mark = createDeviceToken(clock, names)
  const later = (days: number) => ({ ...clock, now: now + days * 86_400_000 })
  expect(findKnownDevice(later(364), mark, 'ada')).toBeDefined()
  expect(findKnownDevice(later(366), mark, 'ada')).toBeUndefined()
})

test('a mark of another making is none', () => {
  const [nonce, expiry, ...seals] = createDeviceToken(clock, names).split('.')
  const other = { ...clock, config: { JWT_SECRET: 'another secret of at least 32 characters' } }
  const forged = [
    createDeviceToken(other, names),
    [nonce, Number(expiry) + 1, ...seals].join('.'),
    ['A'.repeat(22), expiry, ...seals].join('.'),
    [nonce, expiry].join('.'),
    [nonce, expiry, ''].join('.'),
    '',
    '...',
    undefined,
  ]
  for (const mark of forged) expect(findKnownDevice(clock, mark, 'ada')).toBeUndefined()
})
