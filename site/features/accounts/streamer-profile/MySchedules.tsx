import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ImportReportList } from '#site/features/imports/schedules/ImportReportList.tsx'
import { NewSchedule } from '#site/features/imports/schedules/NewSchedule.tsx'
import { SourceList } from '#site/features/imports/schedules/SourceList.tsx'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { ScheduleSourcesView } from '#worker/features/imports/schedules/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { getSharedMyStreamerStore } from './my-streamer.store.ts'
import { getSharedSchedulesStore } from '#site/features/imports/schedules/schedules.store.ts'

type Props = { first: ScheduleSourcesView; streamer: MyStreamerView; settings: SettingsView }

export function MySchedules({ first, streamer, settings }: Props) {
  const [store] = useState(() => getSharedSchedulesStore(first))
  const [streamerStore] = useState(() => getSharedMyStreamerStore(streamer))
  const myStreamer = useStore(streamerStore.$mine)
  if (!myStreamer.streamer) return null
  const accounts = myStreamer.items.filter(({ is_verified }) => is_verified)
  return (
    <div className="stack profile-part" id="schedules">
      <h3>{m.schedules_title()}</h3>
      <p className="quiet">{m.schedules_text()}</p>
      <SourceList store={store} onRemove={(source) => void store.remove(source)} />
      {accounts.length === 0 ? (
        <p className="notice">{m.schedules_unverified()}</p>
      ) : (
        <NewSchedule
          key={accounts.map(({ id }) => id).join()}
          {...{ store, accounts }}
          timezone={settings.email_time_zone}
        />
      )}
      <ImportReportList store={store} />
    </div>
  )
}
