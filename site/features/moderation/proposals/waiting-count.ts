import { atom } from 'nanostores'

/** Undefined until it is known. */
export const $pendingProposalCount = atom<number | undefined>()
