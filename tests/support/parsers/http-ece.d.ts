declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  /** RFC 8188 and 8291, by the author of both; base64url for what is no buffer. */
  export function decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
