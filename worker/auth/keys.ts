import { deriveKeyId } from './crypto.ts'

type SigningConfig = { JWT_SECRET: string; JWT_SECRET_PREVIOUS?: string | undefined }
type EncryptionConfig = { ENCRYPTION_KEY: string; ENCRYPTION_KEY_PREVIOUS?: string | undefined }

function listAcceptedSecrets(current: string, previous: string | undefined): string[] {
  return previous === undefined ? [current] : [current, previous]
}

/** The secret that signs, then the one before, whose signatures still count. */
export function listSigningSecrets({ JWT_SECRET, JWT_SECRET_PREVIOUS }: SigningConfig): string[] {
  return listAcceptedSecrets(JWT_SECRET, JWT_SECRET_PREVIOUS)
}

export function listEncryptionKeys({
  ENCRYPTION_KEY,
  ENCRYPTION_KEY_PREVIOUS,
}: EncryptionConfig): string[] {
  return listAcceptedSecrets(ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS)
}

/** For what was derived earlier: the secret of that time, if it is still accepted. */
export function findSigningSecret(config: SigningConfig, id: string | undefined): string {
  return (
    listSigningSecrets(config).find((secret) => deriveKeyId(secret) === id) ?? config.JWT_SECRET
  )
}
