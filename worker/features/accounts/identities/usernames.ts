import { isReservedUsername } from '#worker/features/accounts/contract.ts'
import { randomInteger } from '#worker/auth/crypto.ts'

const longest = 30

/** Names for a new member, best first: theirs as far as the rules allow it, then with something added. */
export function usernamesFrom(name: string | null): string[] {
  const allowed = (name ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, longest)
  const isEnough = allowed.length >= 3 && !isReservedUsername(allowed)
  const stem = (isEnough ? allowed : 'member').slice(0, longest - 9)
  const endings = ['2', '3', randomInteger(1000, 10_000), randomInteger(1e7, 1e8)]
  return [...(isEnough ? [allowed] : []), ...endings.map((ending) => `${stem}-${ending}`)]
}
