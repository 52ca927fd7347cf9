import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveVapidKeys } from './secrets.ts'

test('the pair belongs together and is the same at every start', () => {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = deriveVapidKeys('a secret of the data folder')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(VAPID_PUBLIC_KEY)
  expect(deriveVapidKeys('a secret of the data folder').VAPID_PUBLIC_KEY).toBe(VAPID_PUBLIC_KEY)
  expect(deriveVapidKeys('another').VAPID_PUBLIC_KEY).not.toBe(VAPID_PUBLIC_KEY)
})
