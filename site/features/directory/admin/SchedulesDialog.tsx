import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { failureText } from '#site/lib/failure-text.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { ImportReportList } from '#site/features/imports/schedules/ImportReportList.tsx'
import { NewSchedule } from '#site/features/imports/schedules/NewSchedule.tsx'
import { createStreamerScheduleCalls } from '#site/features/imports/schedules/schedule-calls.ts'
import {
  createSchedulesStore,
  type SchedulesStore,
} from '#site/features/imports/schedules/schedules.store.ts'
import { SourceList, scheduleSourceName } from '#site/features/imports/schedules/SourceList.tsx'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { ScheduleSourceView } from '#worker/features/imports/schedules/contract.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'

type Props = { streamer: AdminStreamer; onClose: () => void }

function useSchedulesStore(id: number) {
  const [store, setStore] = useState<SchedulesStore>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const voice = {
      showSuccess(text: string) {
        setFailure('')
        showSuccess(text)
      },
      showError: setFailure,
    }
    let isLeft = false
    const calls = createStreamerScheduleCalls(api, id)
    void calls.list().then(
      (initialSchedules) =>
        !isLeft && setStore(createSchedulesStore({ calls, first: initialSchedules, ...voice })),
      (error: unknown) => !isLeft && setFailure(failureText(error)),
    )
    return () => {
      isLeft = true
    }
  }, [id])
  return { store, failure }
}

export function SchedulesDialog({ streamer, onClose }: Props) {
  const { store, failure } = useSchedulesStore(streamer.id)
  const [leaving, setLeaving] = useState<ScheduleSourceView>()
  if (store && leaving) {
    return (
      <RemovalDialog
        {...{ store, failure }}
        source={leaving}
        onClose={() => setLeaving(undefined)}
      />
    )
  }
  return (
    <Dialog title={m.admin_schedules_of({ name: streamer.display_name })} onClose={onClose}>
      <div className="stack">
        <Failure text={failure} />
        <p className="quiet">{m.admin_schedules_text()}</p>
        {store && <FollowedSchedules {...{ store, streamer }} onRemove={setLeaving} />}
      </div>
    </Dialog>
  )
}

type FollowedSchedulesProps = {
  store: SchedulesStore
  streamer: AdminStreamer
  onRemove: (source: ScheduleSourceView) => void
}

function FollowedSchedules({ store, streamer: { accounts }, onRemove }: FollowedSchedulesProps) {
  const isNone = useStore(store.$sources).length === 0
  return (
    <>
      {isNone && <p className="quiet">{m.admin_schedules_none()}</p>}
      <SourceList {...{ store, onRemove }} />
      {accounts.length === 0 ? (
        <p className="notice">{m.admin_accounts_none()}</p>
      ) : (
        <section className="stack admin-add-account">
          <h3>{m.schedules_add()}</h3>
          <NewSchedule {...{ store, accounts }} timezone={resolveTimeZone(currentTimeContext())} />
        </section>
      )}
      <ImportReportList store={store} />
    </>
  )
}

type RemovalDialogProps = {
  store: SchedulesStore
  failure: string
  source: ScheduleSourceView
  onClose: () => void
}

function RemovalDialog({ store, failure, source, onClose }: RemovalDialogProps) {
  return (
    <IrreversibleActionDialog
      title={m.admin_schedules_remove_title({ name: scheduleSourceName(source) })}
      act={m.schedules_remove()}
      onConfirm={() => store.remove(source)}
      onClose={onClose}
    >
      <Failure text={failure} />
      <p>{m.admin_schedules_remove_text()}</p>
    </IrreversibleActionDialog>
  )
}
