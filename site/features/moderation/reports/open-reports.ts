import { atom } from 'nanostores'

/** How many subjects have open reports; undefined until it is known. */
export const $openReports = atom<number | undefined>()
