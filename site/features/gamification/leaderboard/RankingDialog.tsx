import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  OptionalRankingReasonInput,
  RankingReasonInput,
  type RankedMember,
  type RankingAction,
} from '#worker/features/gamification/leaderboard/contract.ts'
import type { LeaderboardStore } from './leaderboard.store.ts'
import { rankingActionTexts } from './ranking-labels.ts'

type Props = {
  store: LeaderboardStore
  member: RankedMember
  act: RankingAction
  onClose: () => void
}

export function RankingDialog({ store, member, act, onClose }: Props) {
  const { username: name } = member
  const isTaking = act === 'exclude' || act === 'suspend'
  const form = useValidatedForm<{ reason: string }>({
    schema: isTaking ? RankingReasonInput : OptionalRankingReasonInput,
    defaults: { reason: '' },
    async send({ reason }) {
      await store.act(member, act, reason)
      onClose()
    },
  })
  const words = rankingActionTexts[act]
  return (
    <FormDialog
      title={words.title({ name })}
      act={words.label()}
      isDanger={isTaking}
      {...{ form, onClose }}
    >
      <p>{words.text()}</p>
      <TextArea
        label={isTaking ? m.ranking_reason() : m.members_reason()}
        hint={m.ranking_reason_hint()}
        {...form.fieldOf('reason')}
        rows={2}
      />
    </FormDialog>
  )
}
