import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { writeListQueryToUrl } from '#site/ui/admin/admin-list.store.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { TryAgain } from '#site/ui/Failure.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  LeaderboardAct,
  RankedMember,
  RankedMembersQuery,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { leaderboardColumns } from './leaderboard-columns.tsx'
import { createLeaderboardStore, type LeaderboardStore } from './leaderboard.store.ts'
import { LedgerDialog } from './LedgerDialog.tsx'
import { periodChoices, stateChoices } from './ranking-labels.ts'
import { RankingDialog } from './RankingDialog.tsx'

type Props = { list: AdminPage<RankedMember>; query: RankedMembersQuery }
type Asking = { act: LeaderboardAct | 'read'; member: RankedMember }

export function LeaderboardPanel(first: Props) {
  const [store] = useState(() =>
    createLeaderboardStore({ api, onQuery: writeListQueryToUrl, showSuccess }, first),
  )
  const list = useStore(store.$list)
  const [isReadOnly] = useState(() => first.list.items.some(({ acts }) => acts.length === 0))
  const [asking, setAsking] = useState<Asking>()
  const [fresh, setFresh] = useState(0)
  const [isRowGone, setIsRowGone] = useState(false)
  const panel = useRef<HTMLFieldSetElement>(null)
  const columns = useMemo(
    () =>
      leaderboardColumns({
        onLedger: (member) => setAsking({ act: 'read', member }),
        onAct: (member, act) => setAsking({ act, member }),
      }),
    [],
  )
  const { query, items, isLoading, failure } = list

  function showAll(): void {
    // The search field keeps what was typed until it is made anew.
    setFresh(fresh + 1)
    void store.load({ q: '', state: 'all' })
  }

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
      <Filters key={fresh} query={query} onQuery={(change) => void store.load(change)} />
      <TryAgain
        text={failure && `${m.members_load_failed()} ${failure}`}
        onRetry={() => void store.load()}
      />
      {!failure && (
        <AdminTable
          caption={m.admin_tab_leaderboard()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          empty={<Nobody query={query} onAll={showAll} />}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {asking && <Question {...{ store, asking }} onClose={close} />}
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
        options={periodChoices()}
        onChange={(period) => onQuery({ period })}
      />
      <LabeledSelect
        label={m.members_state()}
        value={query.state}
        options={stateChoices()}
        onChange={(state) => onQuery({ state })}
      />
    </div>
  )
}

function Nobody({ query, onAll }: { query: RankedMembersQuery; onAll: () => void }) {
  if (query.q === '' && query.state === 'all') return <p>{m.leaderboard_empty()}</p>
  return (
    <>
      <p>{m.members_none_found()}</p>
      <button type="button" className="button" onClick={onAll}>
        {m.members_show_all()}
      </button>
    </>
  )
}

type QuestionProps = { store: LeaderboardStore; asking: Asking; onClose: () => void }

function Question({ store, asking: { act, member }, onClose }: QuestionProps) {
  if (act === 'read') return <LedgerDialog {...{ member, onClose }} />
  if (act === 'correct') {
    return (
      <CorrectionDialog
        {...{ member, onClose }}
        onCorrect={(input, key) => store.correct(member, input, key)}
      />
    )
  }
  const onAct = (reason: string) => store.act(member, act, reason)
  return <RankingDialog {...{ member, act, onAct, onClose }} />
}
