import { atom } from 'nanostores'

/** How many proposals wait for a decision; undefined until it is known. */
export const $waitingCount = atom<number | undefined>()
