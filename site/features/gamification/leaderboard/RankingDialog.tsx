import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
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
  const words = rankingActionTexts[act]
  return (
    <WordsDialog
      title={words.title({ name })}
      act={words.label()}
      isDanger={isTaking}
      schema={isTaking ? RankingReasonInput : OptionalRankingReasonInput}
      defaults={{ reason: '' }}
      words={{
        name: 'reason',
        label: isTaking ? m.ranking_reason() : m.members_reason(),
        hint: m.ranking_reason_hint(),
        rows: 2,
      }}
      onClose={onClose}
      onSend={({ reason }) => store.act(member, act, reason).then(onClose)}
    >
      <p>{words.text()}</p>
    </WordsDialog>
  )
}
