import { atom } from 'nanostores'

/** Number of proposals that wait for a decision; undefined until it is known. */
export const $waitingCount = atom<number | undefined>()
