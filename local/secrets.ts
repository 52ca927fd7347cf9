import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createECDH, createHash } from 'node:crypto'
import * as v from 'valibot'
import { randomToken } from '#worker/auth/crypto.ts'
import { UserError, formatReason } from './reason.ts'

const Secrets = v.object({
  jwt: v.pipe(v.string(), v.minLength(32)),
  encryption: v.pipe(v.string(), v.minLength(32)),
  mail: v.pipe(v.string(), v.minLength(16)),
  database: v.pipe(v.string(), v.minLength(16)),
})
export type Secrets = v.InferOutput<typeof Secrets>

function readSecrets(file: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return v.parse(Secrets, JSON.parse(text))
  } catch (error) {
    const remedy = 'remove it to get new secrets, which signs everybody out'
    throw new UserError(`${file} is damaged: ${remedy}`, { cause: error })
  }
}

/** Created at the first use, readable by the owner only. */
export function readOrCreateSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  try {
    mkdirSync(dataDir, { recursive: true })
    const storedSecrets = readSecrets(file)
    if (storedSecrets) return storedSecrets
    const secrets: Secrets = {
      jwt: randomToken(),
      encryption: randomToken(),
      mail: randomToken(),
      database: randomToken(),
    }
    writeFileSync(file, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return secrets
  } catch (error) {
    if (error instanceof UserError) throw error
    const reason = `the data folder ${dataDir} cannot be used: ${formatReason(error)}`
    throw new UserError(reason, { cause: error })
  }
}

/** Derived from a secret of the data folder, so that they are the same at every start. */
export function deriveVapidKeys(secret: string): {
  VAPID_PUBLIC_KEY: string
  VAPID_PRIVATE_KEY: string
} {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(`push:${secret}`).digest())
  return {
    VAPID_PUBLIC_KEY: curve.getPublicKey('base64url'),
    // Padded with zeros to the length of a key.
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}
