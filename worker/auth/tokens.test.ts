import { decodeProtectedHeader, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import { deriveKeyId } from './crypto.ts'
import { signAccessToken, verifyAccessToken } from './tokens.ts'

const now = Date.UTC(2027, 0, 1)
const claims = { userId: 7 as UserId, sessionId: 3 as SessionId, scopes: ['user' as const] }

test('a token names its secret, and counts while that secret is accepted', async () => {
  const token = await signAccessToken('former', now, claims)
  expect(decodeProtectedHeader(token).kid).toBe(deriveKeyId('former'))
  expect(await verifyAccessToken(['present', 'former'], now, token)).toMatchObject({ sub: 7 })
  expect(await verifyAccessToken(['present'], now, token)).toBeUndefined()
})

test('a token that names another secret than signed it counts for nothing', async () => {
  const forged = await new SignJWT({ sid: 3, scopes: ['admin'] })
    .setProtectedHeader({ alg: 'HS256', kid: deriveKeyId('present') })
    .setSubject('7')
    .setIssuedAt(now / 1000)
    .setExpirationTime(now / 1000 + 60)
    .sign(new TextEncoder().encode('attacker'))
  expect(await verifyAccessToken(['present', 'former'], now, forged)).toBeUndefined()
})

test('a token from before key ids is tried with each secret', async () => {
  const old = await new SignJWT({ sid: 3, scopes: ['user'] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject('7')
    .setIssuedAt(now / 1000)
    .setExpirationTime(now / 1000 + 60)
    .sign(new TextEncoder().encode('former'))
  expect(await verifyAccessToken(['present', 'former'], now, old)).toMatchObject({ sub: 7 })
  expect(await verifyAccessToken(['present'], now, old)).toBeUndefined()
})
