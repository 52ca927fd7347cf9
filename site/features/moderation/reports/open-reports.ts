import { atom } from 'nanostores'

/** Undefined until it is known. */
export const $openReports = atom<number | undefined>()
