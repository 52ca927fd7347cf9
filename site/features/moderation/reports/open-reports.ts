import { atom } from 'nanostores'

/** Undefined until it is known. */
export const $openReportCount = atom<number | undefined>()
