// Oslo has neither scrypt nor AES-GCM; scrypt in plain JavaScript would take seconds.
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { hmac } from '@oslojs/crypto/hmac'
import { sha256 as digest, SHA256 } from '@oslojs/crypto/sha2'
import { generateRandomIntegerNumber } from '@oslojs/crypto/random'
import { constantTimeEqual } from '@oslojs/crypto/subtle'
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'

const encoder = new TextEncoder()

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

export function randomToken(bytes = 32): string {
  return encodeBase64urlNoPadding(randomBytes(bytes))
}

export function createRandomInteger(least: number, end: number): number {
  const random = { read: (bytes: Uint8Array<ArrayBuffer>) => void crypto.getRandomValues(bytes) }
  return least + generateRandomIntegerNumber(random, end - least)
}

export function sha256(text: string): string {
  return encodeBase64urlNoPadding(digest(encoder.encode(text)))
}

export function hmacSha256(secret: string, text: string): string {
  return encodeBase64urlNoPadding(hmac(SHA256, encoder.encode(secret), encoder.encode(text)))
}

export function equalsInConstantTime(text: string, other: string): boolean {
  return constantTimeEqual(encoder.encode(text), encoder.encode(other))
}

function deriveKey(secret: string): Uint8Array {
  return digest(encoder.encode(secret))
}

/** Says which secret was used, and nothing else about it. */
export function deriveKeyId(secret: string): string {
  return sha256(`key-id:${secret}`).slice(0, 8)
}

/** AES-256-GCM as `nonce.tag.ciphertext.key-id`, base64url; older releases ignore the id. */
export function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [nonce, cipher.getAuthTag(), encrypted].map(encodeBase64urlNoPadding)
  return [...parts, deriveKeyId(secret)].join('.')
}

/** @throws when altered or of another key; a value without a key id is tried with each */
export function decrypt(secrets: string | readonly string[], ciphertext: string): string {
  const [nonce, tag, encrypted, id] = ciphertext.split('.')
  if (!nonce || !tag || encrypted === undefined) throw new Error('not an encrypted value')
  const fitting = [secrets]
    .flat()
    .filter((secret) => id === undefined || deriveKeyId(secret) === id)
  const parts = [nonce, tag, encrypted].map(decodeBase64urlIgnorePadding)
  for (const [index, secret] of fitting.entries()) {
    try {
      return decryptWithSecret(secret, parts)
    } catch (error) {
      if (index === fitting.length - 1) throw error
    }
  }
  throw new Error('encrypted with a key that is not accepted')
}

function decryptWithSecret(secret: string, parts: Uint8Array[]): string {
  const [nonce, tag, encrypted] = parts
  if (!nonce || !tag || !encrypted) throw new Error('not an encrypted value')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), nonce, { authTagLength: 16 })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

type ScryptCost = { logN: number; r: number; p: number }
const cost: ScryptCost = { logN: 15, r: 8, p: 3 }

function derivePasswordKey(
  password: string,
  salt: Uint8Array,
  { logN, r, p }: ScryptCost,
): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/** Format: `scrypt$15$8$3$salt$key`. */
export async function hashPassword(
  password: string,
  chosenCost: ScryptCost = cost,
): Promise<string> {
  const salt = randomBytes(16)
  const key = await derivePasswordKey(password, salt, chosenCost)
  const parts = [
    chosenCost.logN,
    chosenCost.r,
    chosenCost.p,
    ...[salt, key].map(encodeBase64urlNoPadding),
  ]
  return `scrypt$${parts.join('$')}`
}

const dummyHash = `scrypt$${cost.logN}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes as long when there is no hash, so that time does not tell whether the account exists. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = (hash ?? dummyHash).split('$')
  const expected = decodeBase64urlIgnorePadding(key)
  const derived = await derivePasswordKey(password, decodeBase64urlIgnorePadding(salt), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return constantTimeEqual(expected, derived) && hash !== null
}

export function needsRehash(hash: string): boolean {
  return !hash.startsWith(`scrypt$${cost.logN}$${cost.r}$${cost.p}$`)
}
