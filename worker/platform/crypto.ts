import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

/** 256 random bits unless said otherwise, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

export function hmacSha256(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** AES-256-GCM: `nonce.tag.text`, base64url. */
export function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url')).join('.')
}

/** @throws when the text was tampered with or the key is another. */
export function decrypt(secret: string, sealed: string): string {
  const [nonce, tag, encrypted] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !tag || !encrypted) throw new Error('not an encrypted value')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: 16 })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

type ScryptCost = { logN: number; r: number; p: number }
const cost: ScryptCost = { logN: 15, r: 8, p: 3 }

function derive(password: string, salt: Buffer, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/** scrypt with its parameters and salt: `scrypt$15$8$3$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  const parts = [cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')]
  return `scrypt$${parts.join('$')}`
}

const nobody = `scrypt$${cost.logN}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes as long when there is no hash, so that time does not tell whether the account exists. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = (hash ?? nobody).split('$')
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === found.length && timingSafeEqual(expected, found) && hash !== null
}

/** Whether a stored hash should be made anew with today's cost at the next login. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(`scrypt$${cost.logN}$${cost.r}$${cost.p}$`)
}
