import { createECDH, createHash } from 'node:crypto'

/** Derived from a secret of the data folder, so that they are the same at every start. */
export function vapidKeys(secret: string): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
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
