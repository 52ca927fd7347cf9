import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { m } from '#site/lib/messages.ts'
import type {
  CalendarFeedScope,
  CalendarFeedsView,
  CalendarFeedView,
} from '#worker/features/events/feeds/contract.ts'
import {
  reminderMinuteChoices,
  type ReminderMinutes,
  type CalendarFeedsStore,
  getSharedCalendarFeedsStore,
  feedScopeNames,
} from './calendar-feeds.store.ts'
import { CalendarFeedItem } from './CalendarFeedItem.tsx'

const alarmNames: Record<ReminderMinutes, () => string> = {
  1440: m.my_feeds_alarm_1440,
  180: m.my_feeds_alarm_180,
  60: m.my_feeds_alarm_60,
  15: m.my_feeds_alarm_15,
}
const scopes: CalendarFeedScope[] = ['both', 'hyped', 'followed']

export function MyCalendars({ first }: { first: CalendarFeedsView }) {
  const [store] = useState(() => getSharedCalendarFeedsStore(first))
  const [revoking, setRevoking] = useState<CalendarFeedView>()
  const feeds = useStore(store.$feeds)
  return (
    <div className="stack">
      <NewFeedForm store={store} />
      {feeds.length > 0 && (
        <>
          <AlarmChoice store={store} />
          <ul className="profile-list">
            {feeds.map((feed) => (
              <CalendarFeedItem
                key={feed.id}
                {...{ store, feed }}
                onRevoke={() => setRevoking(feed)}
              />
            ))}
          </ul>
        </>
      )}
      {revoking && (
        <IrreversibleActionDialog
          title={m.my_feeds_revoke_title()}
          act={m.my_feeds_revoke()}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => store.revoke(revoking.id)}
        >
          <p>
            <b>{feedScopeNames[revoking.scope]()}</b>
          </p>
          <p>{m.my_feeds_revoke_text()}</p>
        </IrreversibleActionDialog>
      )}
    </div>
  )
}

function NewFeedForm({ store }: { store: CalendarFeedsStore }) {
  const [scope, setScope] = useState<CalendarFeedScope>('both')
  const isReady = useIsReady(store.$isBusy)
  return (
    <form
      method="post"
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void store.create(scope)
      }}
    >
      <SelectField
        label={m.my_feeds_scope()}
        choices={scopes.map((one) => ({ value: one, label: feedScopeNames[one]() }))}
        field={{
          value: scope,
          onChange: ({ target }) => setScope(scopes.find((one) => one === target.value) ?? 'both'),
        }}
      />
      <div className="row">
        <Button label={m.my_feeds_create()} type="submit" disabled={!isReady} />
      </div>
    </form>
  )
}

function AlarmChoice({ store }: { store: CalendarFeedsStore }) {
  const alarms = useStore(store.$alarms)
  const isReady = useIsReady(store.$isBusy)
  return (
    <fieldset className="field" disabled={!isReady}>
      <legend>{m.my_feeds_alarms()}</legend>
      <div className="calendar-alarms">
        {reminderMinuteChoices.map((alarm) => (
          <label key={alarm} className="checkbox">
            <input
              type="checkbox"
              checked={alarms.includes(alarm)}
              onChange={(event) => store.turnAlarm(alarm, event.target.checked)}
            />
            {alarmNames[alarm]()}
          </label>
        ))}
      </div>
      <p className="field-hint">{m.my_feeds_alarms_hint()}</p>
    </fieldset>
  )
}
