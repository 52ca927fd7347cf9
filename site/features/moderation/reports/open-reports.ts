import { atom } from 'nanostores'

/** Number of subjects that have open reports; undefined until it is known. */
export const $openReports = atom<number | undefined>()
