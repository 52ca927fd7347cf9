import { atom } from 'nanostores'
import { readConsent, writeConsent, type Consent } from './stored-consent.ts'

const key = 'consent'

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
}

export function createConsent({ storage, now }: Dependencies) {
  const $choice = atom(readConsent(storage.getItem(key), now()))

  function choose(choice: Consent): void {
    storage.setItem(key, writeConsent(choice, now()))
    $choice.set(choice)
  }

  return { $choice, choose }
}
