import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable, EmptyList } from '#site/ui/admin/ListPanel.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  LeaderboardAction,
  RankedMember,
  RankedMembersQuery,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { createLeaderboardColumns } from './leaderboard-columns.tsx'
import { createLeaderboardStore, type LeaderboardStore } from './leaderboard.store.ts'
import { LedgerDialog } from './LedgerDialog.tsx'
import { periodNames, rankedMemberStateNames } from './ranking-labels.ts'
import { RankingDialog } from './RankingDialog.tsx'

const unfiltered = { q: '', state: 'all' } as const

type Props = { list: AdminPage<RankedMember>; query: RankedMembersQuery }
type AskedAction = { act: LeaderboardAction | 'read'; member: RankedMember }

export function LeaderboardPanel(initialList: Props) {
  const store = usePanelStore(createLeaderboardStore, initialList)
  const list = useStore(store.$list)
  const [isReadOnly] = useState(() => initialList.list.items.some(({ acts }) => acts.length === 0))
  const [asking, setAsking] = useState<AskedAction>()
  const [isRowGone, setIsRowGone] = useState(false)
  const panel = useRef<HTMLFieldSetElement>(null)
  const columns = useMemo(
    () =>
      createLeaderboardColumns({
        onLedger: (member) => setAsking({ act: 'read', member }),
        onAct: (member, action) => setAsking({ act: action, member }),
      }),
    [],
  )
  const { query } = list

  function close(): void {
    setAsking(undefined)
    setIsRowGone(store.find(asking?.member.id) === undefined)
  }

  // Where a row is gone, nothing is left for its dialog to give the focus back to.
  useEffect(() => {
    if (!isRowGone || asking) return
    panel.current?.querySelector('input')?.focus()
    setIsRowGone(false)
  }, [isRowGone, asking])

  return (
    <fieldset ref={panel} className="admin" disabled={!useIsHydrated()}>
      {isReadOnly && <p className="quiet">{m.ranking_read_only()}</p>}
      <Filters query={query} onQuery={(change) => void store.load(change)} />
      <ListTable
        {...{ list, columns }}
        load={store.load}
        caption={m.admin_tab_leaderboard()}
        failed={m.members_load_failed()}
        empty={
          <EmptyList
            {...{ query, unfiltered }}
            none={m.leaderboard_empty()}
            noneFound={m.members_none_found()}
            showAll={m.members_show_all()}
            onShowAll={() => void store.load(unfiltered)}
          />
        }
      />
      {asking && <ActionDialog {...{ store, asking }} onClose={close} />}
    </fieldset>
  )
}

type FiltersProps = {
  query: RankedMembersQuery
  onQuery: (change: Partial<RankedMembersQuery>) => void
}

function Filters({ query, onQuery }: FiltersProps) {
  return (
    <div className="admin-toolbar">
      <SearchField label={m.ranking_search()} value={query.q} onSearch={(q) => onQuery({ q })} />
      <LabeledSelect
        label={m.leaderboard_period()}
        value={query.period}
        options={toLabeledChoices(periodNames)}
        onChange={(period) => onQuery({ period })}
      />
      <LabeledSelect
        label={m.members_state()}
        value={query.state}
        options={toLabeledChoices(rankedMemberStateNames)}
        onChange={(state) => onQuery({ state })}
      />
    </div>
  )
}

type ActionDialogProps = { store: LeaderboardStore; asking: AskedAction; onClose: () => void }

function ActionDialog({ store, asking: { act: action, member }, onClose }: ActionDialogProps) {
  if (action === 'read') return <LedgerDialog {...{ member, onClose }} />
  if (action === 'correct') return <CorrectionDialog {...{ store, member, onClose }} />
  return <RankingDialog {...{ store, member, act: action, onClose }} />
}
