import { personalKeys } from '#site/lib/storage-keys.ts'

type Place = keyof typeof personalKeys

function isPersonal(place: Place, key: string): boolean {
  const { names, prefixes } = personalKeys[place]
  return names.includes(key) || prefixes.some((prefix) => key.startsWith(prefix))
}

/** Removes what somebody who leaves would leave to the next one at this browser. */
export function clearUserData(): void {
  for (const place of Object.keys(personalKeys) as Place[]) {
    try {
      const storage = window[place]
      const keys = Object.keys(storage).filter((key) => isPersonal(place, key))
      keys.forEach((key) => storage.removeItem(key))
    } catch {
      // A closed storage holds nothing.
    }
  }
}
