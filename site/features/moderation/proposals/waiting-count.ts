import { atom } from 'nanostores'

/** Undefined until it is known. */
export const $waitingCount = atom<number | undefined>()
