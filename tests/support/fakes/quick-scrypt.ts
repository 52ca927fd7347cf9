import type * as Crypto from 'node:crypto'
import { vi } from 'vitest'

type Done = (error: Error | null, key: Buffer) => void

/**
 * Passwords at a thousandth of their cost, for tests that are not about it: the test of `crypto.ts`
 * and those of the built worker pay all of it.
 */
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>()
  const scrypt = (
    password: Crypto.BinaryLike,
    salt: Crypto.BinaryLike,
    length: number,
    options: Crypto.ScryptOptions,
    done: Done,
  ) => crypto.scrypt(password, salt, length, { ...options, N: 32 }, done)
  return { ...crypto, scrypt }
})
