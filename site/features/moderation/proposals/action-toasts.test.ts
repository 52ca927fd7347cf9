import { expect, test, vi } from 'vitest'
import { showToast } from '#site/ui/toasts/toasts.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { showActionDoneToast } from './action-toasts.ts'

vi.mock('#site/ui/toasts/toasts.ts', () => ({ showToast: vi.fn(() => Promise.resolve()) }))

test('an undo is offered for as long as an approval is put off, and only the last one', () => {
  const undo = () => undefined
  const approval = { name: 'approve', delay_seconds: 60 } as const
  showActionDoneToast({ id: 3, name: 'Gala' } as ProposalView, approval, undo)
  expect(showToast).toHaveBeenLastCalledWith(expect.stringContaining('Gala'), {
    subject: 'moderation',
    action: { label: 'Undo', run: undo },
    duration: 60_000,
  })
  showActionDoneToast({ id: 4, name: 'Race' } as ProposalView, { name: 'review' }, undefined)
  expect(showToast).toHaveBeenLastCalledWith(expect.stringContaining('Race'), {
    subject: 'moderation',
  })
})
