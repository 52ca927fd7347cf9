import { atom } from 'nanostores'
import * as v from 'valibot'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { ApiError, api } from '#site/lib/api.ts'
import { multipartForm } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import {
  CalendarFault,
  type ScheduleImportReport,
  type ScheduleError,
  type ScheduleSourceInput,
  type ScheduleSourcesView,
  type ScheduleSourceView,
  ScheduleKind,
} from '#worker/features/imports/schedules/contract.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import {
  createOwnScheduleCalls,
  type ScheduleFileEventFields,
  type ScheduleCalls,
} from './schedule-calls.ts'

export const scheduleKindNames: Record<ScheduleKind, () => string> = {
  twitch_schedule: m.schedules_kind_twitch_schedule,
  ical_url: m.schedules_kind_ical_url,
  ical_file: m.schedules_kind_ical_file,
}

type ScheduleChannel = { platform: Platform }

export function filterChannelsForKind<One extends ScheduleChannel>(
  kind: ScheduleKind,
  channels: One[],
): One[] {
  if (kind !== 'twitch_schedule') return channels
  return channels.filter(({ platform }) => platform === featurePlatforms.schedules)
}

export function listAvailableScheduleKinds(channels: ScheduleChannel[]): ScheduleKind[] {
  return ScheduleKind.options.filter((kind) => filterChannelsForKind(kind, channels).length > 0)
}

type Dependencies = Toaster & {
  /** Sources of the member, or in the panel of one streamer. */
  calls: ScheduleCalls
  first: ScheduleSourcesView
}
export type SchedulePreview = { report: ScheduleImportReport; confirm: () => Promise<boolean> }

const scheduleErrorTexts: Record<ScheduleError, () => string> = {
  unreachable: m.schedules_error_unreachable,
  not_found: m.schedules_error_not_found,
  too_large: m.schedules_error_too_large,
  malformed: m.schedules_error_malformed,
  limited: m.schedules_error_limited,
  not_allowed: m.schedules_error_not_allowed,
  provider_off: m.schedules_error_provider_off,
}

export function scheduleErrorText(fault: ScheduleError): string {
  return scheduleErrorTexts[fault]()
}

const calendarFaultTexts: Record<CalendarFault['reason'], (at: { line: number }) => string> = {
  no_calendar: m.schedules_fault_no_calendar,
  not_closed: m.schedules_fault_not_closed,
  no_value: m.schedules_fault_no_value,
}

function calendarFaultText({ line, reason }: CalendarFault): string {
  return calendarFaultTexts[reason]({ line })
}

function isScheduleError(value: unknown): value is ScheduleError {
  return typeof value === 'string' && value in scheduleErrorTexts
}

function explainUnreadableSchedule(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'schedule_unreadable') return error
  const { fault, ...where } = (error.details ?? {}) as { fault?: unknown }
  if (!isScheduleError(fault)) return error
  const faultLocation = v.safeParse(CalendarFault, where)
  const texts = [
    error.msg,
    scheduleErrorText(fault),
    faultLocation.success ? calendarFaultText(faultLocation.output) : '',
  ]
  const { status, code } = error
  return new ApiError({ status, code, msg: texts.filter(Boolean).join(' ') })
}

export function createSchedulesStore({ calls, first, ...voice }: Dependencies) {
  const $sources = atom(first.items)
  const $looked = atom<SchedulePreview | undefined>()
  const { $isBusy, run } = createActionRunner(voice)

  async function reload(): Promise<void> {
    $sources.set((await calls.list()).items)
  }

  /** `ask` is told whether to bring in what it finds. */
  async function look(ask: (confirm: boolean) => Promise<ScheduleImportReport>): Promise<void> {
    const report = await ask(false).catch((error: unknown) => {
      throw explainUnreadableSchedule(error)
    })
    const confirm = () =>
      run(async () => {
        $looked.set({ report: await ask(true), confirm })
        await reload()
        return m.schedules_imported()
      }, m.schedules_failed)
    $looked.set({ report, confirm })
  }

  function lookAt({ id }: Pick<ScheduleSourceView, 'id'>): Promise<boolean> {
    const ask = (confirm: boolean) => calls.run(id, confirm)
    return run(() => look(ask), m.schedules_failed)
  }

  /** Faults of the form are thrown, for it to show. */
  async function add(input: ScheduleSourceInput): Promise<void> {
    const source = await calls.add(input)
    $sources.set([...$sources.get(), source])
    await lookAt(source)
  }

  function lookAtFile(file: File, eventFields: ScheduleFileEventFields): Promise<void> {
    return look((confirm) =>
      calls.importFile(
        multipartForm({ file, ...eventFields, confirm: confirm ? 'true' : 'false' }),
      ),
    )
  }

  function remove({ id }: Pick<ScheduleSourceView, 'id'>): Promise<boolean> {
    return run(async () => {
      await calls.remove(id)
      $sources.set($sources.get().filter((one) => one.id !== id))
      $looked.set(undefined)
      return m.schedules_removed()
    }, m.schedules_failed)
  }

  return { $sources, $looked, $isBusy, add, lookAt, lookAtFile, remove }
}
export type SchedulesStore = ReturnType<typeof createSchedulesStore>

export const getSharedSchedulesStore = createOnceOnClient((first: ScheduleSourcesView) =>
  createSchedulesStore({ calls: createOwnScheduleCalls(api), first, showSuccess, showError }),
)
