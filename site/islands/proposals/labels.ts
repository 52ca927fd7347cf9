import { m } from '#site/lib/messages.ts'
import type { ActName } from './acts.ts'
import type { StatusFilter } from './proposals.store.ts'

export const filters: { status: StatusFilter; label: () => string }[] = [
  { status: 'pending', label: m.proposals_filter_pending },
  { status: 'approved', label: m.proposals_filter_approved },
  { status: 'rejected', label: m.proposals_filter_rejected },
  { status: 'disabled', label: m.proposals_filter_disabled },
  { status: 'all', label: m.proposals_filter_all },
]

export const actNames: Record<ActName, () => string> = {
  approve: m.proposals_approve,
  cancel_approval: m.proposals_cancel_approval,
  reject: m.proposals_reject,
  reset: m.proposals_reset,
  disable: m.proposals_disable,
  enable: m.proposals_enable,
}

export const delays: { seconds: number; label: () => string }[] = [
  { seconds: 0, label: m.proposals_delay_none },
  { seconds: 60, label: () => m.proposals_delay_minutes({ count: 1 }) },
  { seconds: 300, label: () => m.proposals_delay_minutes({ count: 5 }) },
  { seconds: 1800, label: () => m.proposals_delay_minutes({ count: 30 }) },
  { seconds: 3600, label: () => m.proposals_delay_hours({ count: 1 }) },
  { seconds: 86_400, label: () => m.proposals_delay_hours({ count: 24 }) },
]
export const defaultDelay = 60

export const pageSizes = [10, 25, 50, 100]
