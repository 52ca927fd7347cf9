import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable } from '#site/ui/admin/ListPanel.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { auditReasonText } from '#site/features/moderation/audit/details.ts'
import { AuditSentence } from '#site/features/moderation/audit/AuditSentence.tsx'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  AdminAppealView,
  AppealsQuery,
} from '#worker/features/moderation/decisions/contract.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { appellantName, outcomeNames } from './appeal-labels.ts'
import { createAppealsStore } from './appeals.store.ts'

type Props = { list: AdminPage<AdminAppealView>; query: AppealsQuery }

const helper = createColumnBuilders<AdminAppealView>()

function createColumns(onAnswer: (appeal: AdminAppealView) => void) {
  return [
    helper.cell('decision', m.appeals_decision, (row) => <Decision row={row} />),
    helper.cell('appeal', m.appeals_state, (row) => <Appeal row={row} />),
    helper.time('at', m.appeals_received, ({ at }) => at),
    helper.acts((row) =>
      row.answer || row.needs_other_moderator
        ? []
        : [
            {
              label: m.appeals_answer(),
              fullLabel: m.appeals_answer_one({ name: appellantName(row) }),
              opensDialog: true,
              onAct: () => onAnswer(row),
            },
          ],
    ),
  ]
}

export function AppealsPanel(initialList: Props) {
  const store = usePanelStore(createAppealsStore, initialList)
  const list = useStore(store.$list)
  const [answering, setAnswering] = useState<AdminAppealView>()
  const columns = useMemo(() => createColumns(setAnswering), [])
  const { query } = list
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <LabeledSelect
          label={m.appeals_state()}
          value={query.state}
          options={toLabeledChoices({ open: m.appeals_open, answered: m.appeals_answered })}
          onChange={(state) => void store.load({ state })}
        />
      </div>
      <ListTable
        {...{ list, columns }}
        load={store.load}
        caption={m.admin_tab_appeals()}
        failed={m.appeals_load_failed()}
        empty={<p>{query.state === 'open' ? m.appeals_none_open() : m.appeals_none_answered()}</p>}
      />
      {answering && (
        <AnswerDialog store={store} appeal={answering} onClose={() => setAnswering(undefined)} />
      )}
    </fieldset>
  )
}

function Decision({ row: { decision } }: { row: AdminAppealView }) {
  const reason = auditReasonText(decision)
  return (
    <div className="stack">
      <p>
        <AuditSentence entry={decision} />{' '}
        <span className="quiet">
          <LocalTime at={decision.at} as="date" />
        </span>
      </p>
      {reason && <p className="quiet">{m.audit_reason({ reason })}</p>}
    </div>
  )
}

function Appeal({ row }: { row: AdminAppealView }) {
  const { text, answer, needs_other_moderator } = row
  return (
    <div className="stack">
      <p>
        <b>{appellantName(row)}</b>
      </p>
      <blockquote>{text}</blockquote>
      {needs_other_moderator && !answer && <p className="quiet">{m.appeals_own()}</p>}
      {answer && (
        <p>
          <b>{outcomeNames[answer.outcome]()}</b> {answer.text}{' '}
          <span className="quiet">
            {answer.by} <LocalTime at={answer.at} as="date" />
          </span>
        </p>
      )}
    </div>
  )
}
