import type { Page } from '@playwright/test'

/**
 * Chromium's own authenticator of the page, which says yes unless it is set otherwise. It would
 * also choose a suggested passkey by itself: `chooseSuggestedPasskey` says where it should.
 */
export async function addAuthenticator(page: Page) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether somebody is there to touch it. */
    async setPresence(enabled: boolean): Promise<void> {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    /** Whether a finger or a face is recognised. */
    async setVerified(isUserVerified: boolean): Promise<void> {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async remove(): Promise<void> {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** The browser's list of suggestions is beyond a test's reach: what it would offer is chosen at once. */
export async function chooseSuggestedPasskey(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = ({ mediation, ...options } = {}) =>
      mediation === 'conditional' ? get(options) : Promise.reject(new Error('not suggested'))
  })
}
