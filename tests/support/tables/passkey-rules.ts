type Owner = { passkeyId: number }

const credential = { id: 'none', rawId: 'none', type: 'public-key' }
const answer = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}
const registration = {
  ...credential,
  response: { clientDataJSON: 'e30', attestationObject: 'AA' },
}
const expired = '422 passkey_challenge_expired'
const unknown = '404 passkey_not_found'

/** How another member reaches for the passkeys of the first. */
export const passkeyRules = {
  'POST /auth/passkey/confirm': { body: answer, heard: expired },
  'POST /auth/recovery_code': {
    body: { code: 'aaaabbbbccccdddd' },
    heard: '422 wrong_recovery_code',
  },
  'POST /auth/passkey_link': {
    body: { token: 'made-up' },
    heard: '422 bad_verification_token',
  },
  'POST /users/me/passkeys/link': { heard: '404 page_not_found' },
  'GET /users/me/passkeys': { heard: '200' },
  'POST /users/me/passkeys/challenge': { heard: '200' },
  'POST /users/me/passkeys': { body: { name: 'Mine', registration }, heard: expired },
  'PUT /users/me/passkeys/{id}': ({ passkeyId }: Owner) => ({
    params: [passkeyId],
    body: { name: 'Mine' },
    heard: unknown,
  }),
  'DELETE /users/me/passkeys/{id}': ({ passkeyId }: Owner) => ({
    params: [passkeyId],
    heard: unknown,
  }),
}
