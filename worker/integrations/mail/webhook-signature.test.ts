import { expect, test } from 'vitest'
import { isWebhookSignatureValid, type SignedCall } from './webhook-signature.ts'

/** An example from the documentation of Svix. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const call: SignedCall = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: '{"test": 2432232314}',
}
const now = 1_614_265_330_000

test('a call that was signed with the secret is taken for five minutes', () => {
  for (const at of [now - 300_000, now, now + 300_000]) {
    expect(isWebhookSignatureValid(secret, call, at)).toBe(true)
  }
  for (const at of [now - 301_000, now + 301_000]) {
    expect(isWebhookSignatureValid(secret, call, at)).toBe(false)
  }
})

test('one of several signatures is enough', () => {
  const signatures = `v1,bm90aGluZw== v2,bm90aGluZw== ${call.signatures}`
  expect(isWebhookSignatureValid(secret, { ...call, signatures }, now)).toBe(true)
})

test.each<Partial<SignedCall>>([
  { id: 'msg_another' },
  { id: '' },
  { timestamp: '1614265331' },
  { timestamp: '1614265330.0' },
  { timestamp: 'now' },
  { body: '{"test": 2432232315}' },
  { signatures: '' },
  { signatures: 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
  { signatures: 'v1,bm90aGluZw==' },
])('a call changed by %j is refused', (change) => {
  expect(isWebhookSignatureValid(secret, { ...call, ...change }, now)).toBe(false)
})

test('another secret signs nothing', () => {
  expect(isWebhookSignatureValid('whsec_bm90aGluZw==', call, now)).toBe(false)
})
