import { consentKey } from '#site/lib/storage-keys.ts'
import { atom } from 'nanostores'

export type ConsentChoice = 'necessary' | 'functional'

const months = 12

/** `functional 2026-11-20` */
function formatConsent(choice: ConsentChoice, now: number): string {
  return `${choice} ${new Date(now).toISOString().slice(0, 10)}`
}

/** Undefined where nothing was chosen, or longer ago than a choice holds. */
export function readConsent(text: string | null, now: number): ConsentChoice | undefined {
  const [, choice, day] = /^(necessary|functional) (\d{4}-\d\d-\d\d)$/.exec(text ?? '') ?? []
  const end = new Date(day ?? '')
  end.setUTCMonth(end.getUTCMonth() + months)
  return end.getTime() > now ? (choice as ConsentChoice) : undefined
}

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
}

export function createConsentStore({ storage, now }: Dependencies) {
  const $choice = atom(readConsent(storage.getItem(consentKey), now()))

  function choose(choice: ConsentChoice): void {
    storage.setItem(consentKey, formatConsent(choice, now()))
    $choice.set(choice)
  }

  return { $choice, choose }
}
