import { useState } from 'react'
import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { RankedMember } from '#worker/features/gamification/leaderboard/contract.ts'
import {
  CorrectionForm,
  createIdempotencyKeyProvider,
  type CorrectionValues,
} from './correction-form.ts'
import type { LeaderboardStore } from './leaderboard.store.ts'

type Props = { store: LeaderboardStore; member: RankedMember; onClose: () => void }

export function CorrectionDialog({ store, member, onClose }: Props) {
  const { username: name, total_xp } = member
  const [keyFor] = useState(() => createIdempotencyKeyProvider())
  const form = useValidatedForm<CorrectionValues>({
    schema: CorrectionForm,
    defaults: { points: '', reason: '' },
    fieldOfCode: { not_enough_xp: 'points' },
    async send(values) {
      const input = v.parse(CorrectionForm, values)
      await store.correct(member, input, keyFor(input))
      onClose()
    },
  })
  const { fieldOf } = form
  return (
    <FormDialog
      title={m.ranking_correct_one({ name })}
      act={m.ranking_correct()}
      {...{ form, onClose }}
    >
      <p>{m.ranking_correct_text({ name, xp: formatCount(total_xp, getLocale()) })}</p>
      <TextField
        label={m.ranking_points()}
        hint={m.ranking_points_hint()}
        {...fieldOf('points')}
        type="number"
        required
      />
      <TextArea
        label={m.ranking_reason()}
        hint={m.ranking_reason_hint()}
        {...fieldOf('reason')}
        rows={2}
      />
    </FormDialog>
  )
}
