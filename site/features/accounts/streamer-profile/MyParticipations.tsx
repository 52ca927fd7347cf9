import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import {
  toParticipationChoice,
  createParticipationsStore,
  type ParticipationAnswer,
  type ParticipationChoice,
} from '#site/features/directory/participation/participations.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { ParticipationView } from '#worker/features/moderation/participation/contract.ts'

const states: Record<ParticipationChoice, () => string> = {
  not_proven: m.participation_not_proven,
  open: m.participation_ask,
  confirmed: m.participation_confirmed,
  removed: m.participation_removed,
}

type AnswerOption = { answer: ParticipationAnswer; label: () => string }
const remove: AnswerOption = { answer: 'removed', label: m.participation_remove }
const actionsByChoice: Record<ParticipationChoice, AnswerOption[]> = {
  not_proven: [],
  open: [{ answer: 'confirmed', label: m.participation_confirm }, remove],
  confirmed: [{ answer: null, label: m.participation_take_back }, remove],
  removed: [{ answer: 'confirmed', label: m.participation_return }],
}

export function MyParticipations({ first }: { first: ParticipationView[] }) {
  const [store] = useState(() => createParticipationsStore({ api, first, showSuccess, showError }))
  const items = useStore(store.$items)
  const isBusy = useStore(store.$isBusy)
  const isHydrated = useIsHydrated()
  if (items.length === 0) return null
  return (
    <div className="stack profile-part">
      <h3>{m.participations_title()}</h3>
      <ul className="profile-list">
        {items.map((item) => (
          <ParticipationItem
            key={item.event.id}
            item={item}
            isDisabled={isBusy || !isHydrated}
            onAnswer={(answer) => void store.answer(item, answer)}
          />
        ))}
      </ul>
    </div>
  )
}

type ParticipationItemProps = {
  item: ParticipationView
  isDisabled: boolean
  onAnswer: (answer: ParticipationAnswer) => void
}

function ParticipationItem({ item, isDisabled, onAnswer }: ParticipationItemProps) {
  const { slug, name, start, timezone, time_certainty } = item.event
  const choice = toParticipationChoice(item)
  return (
    <li>
      <div className="profile-list-what">
        <a href={paths.event(getLocale(), slug)}>{name}</a>
        <span className="quiet">
          <LocalTime at={start} dayIn={time_certainty === 'exact' ? undefined : timezone} />
        </span>
        <span className="quiet" aria-live="polite">
          {states[choice]()}
        </span>
      </div>
      <div className="row">
        {actionsByChoice[choice].map(({ answer, label }) => (
          <Button key={label()} isSmall disabled={isDisabled} onClick={() => onAnswer(answer)}>
            {label()}
            <span className="visually-hidden">: {name}</span>
          </Button>
        ))}
      </div>
    </li>
  )
}
