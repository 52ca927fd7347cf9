import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type {
  ScheduleSourcesView,
  ScheduleSourceView,
} from '#worker/features/schedules/contract.ts'
import type { MyStreamerView } from '#worker/features/streamers/my-contract.ts'
import { ImportReportList } from './ImportReportList.tsx'
import { NewSchedule } from './NewSchedule.tsx'
import { kindNames } from './schedule-kinds.ts'
import { faultText, type SchedulesStore } from './schedules.store.ts'
import { myStreamerStoreOf, schedulesStoreOf } from './section-stores.ts'
import { useIsReady } from './use-is-ready.ts'

type Props = { first: ScheduleSourcesView; streamer: MyStreamerView; settings: SettingsView }

/** Where a streamer's events come from by themselves; shown once there is a profile. */
export function MySchedules({ first, streamer, settings }: Props) {
  const [store] = useState(() => schedulesStoreOf(first))
  const [streamerStore] = useState(() => myStreamerStoreOf(streamer))
  const mine = useStore(streamerStore.$mine)
  const sources = useStore(store.$sources)
  if (!mine.streamer) return null
  const accounts = mine.items.filter(({ is_verified }) => is_verified)
  return (
    <div className="stack profile-part">
      <h3>{m.schedules_title()}</h3>
      <p className="quiet">{m.schedules_text()}</p>
      {sources.length > 0 && (
        <ul className="profile-list">
          {sources.map((source) => (
            <Source key={source.id} {...{ store, source }} />
          ))}
        </ul>
      )}
      {accounts.length === 0 ? (
        <p className="notice">{m.schedules_unverified()}</p>
      ) : (
        <NewSchedule {...{ store, accounts }} timezone={settings.timezone_name} />
      )}
      <ImportReportList store={store} />
    </div>
  )
}

function Source({ store, source }: { store: SchedulesStore; source: ScheduleSourceView }) {
  const isReady = useIsReady(store.$isBusy)
  const { kind, account, host, last_error, next_run_at } = source
  return (
    <li>
      <p className="profile-list-what">
        <b>{[kindNames[kind](), host ?? account].join(' · ')}</b>
        {last_error && <span className="field-error">{faultText(last_error)}</span>}
        {kind !== 'ical_file' && (
          <span className="quiet">
            {next_run_at === null ? (
              m.schedules_not_started()
            ) : (
              <>
                {m.schedules_next()} <LocalTime at={next_run_at} />
              </>
            )}
          </span>
        )}
      </p>
      <div className="row">
        {kind !== 'ical_file' && (
          <button
            type="button"
            className="button button-small"
            disabled={!isReady}
            onClick={() => void store.lookAt(source)}
          >
            {m.schedules_check()}
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          disabled={!isReady}
          onClick={() => void store.remove(source)}
        >
          {m.schedules_remove()}
        </button>
      </div>
    </li>
  )
}
