import { consentKey } from '#site/lib/storage-keys.ts'
import { atom } from 'nanostores'
import { readConsent, writeConsent, type Consent } from './stored-consent.ts'

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
}

export function createConsent({ storage, now }: Dependencies) {
  const $choice = atom(readConsent(storage.getItem(consentKey), now()))

  function choose(choice: Consent): void {
    storage.setItem(consentKey, writeConsent(choice, now()))
    $choice.set(choice)
  }

  return { $choice, choose }
}
