import { atom } from 'nanostores'
import type { OwnReportsView } from '#worker/features/moderation/reports/contract.ts'

/** Once the member reported something on this page. */
export const $ownReports = atom<OwnReportsView | undefined>(undefined)
