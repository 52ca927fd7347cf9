import * as v from 'valibot'
import { toLocalDateTime, toLocalMoment } from '#site/features/moderation/propose/local-time.ts'
import { m } from '#site/lib/messages.ts'
import {
  dealFields,
  type DealInput,
  type DealView,
  type DealPlacement,
  type DealsQuery,
} from '#worker/features/deals/contract.ts'

/** `local` as `datetime-local` writes it; undefined for an hour that the zone skips. */
function toInstant(local: string, zone: string): string | undefined {
  const [date = '', time = ''] = local.split('T')
  const moment = toLocalMoment(date, time, zone)
  return 'at' in moment ? new Date(moment.at).toISOString() : undefined
}

function toLocalText(instant: string, zone: string): string {
  const { date, time } = toLocalDateTime(Date.parse(instant), zone)
  return `${date}T${time}`
}

export function createDealFormSchema(zone: string) {
  const LocalMoment = v.pipe(
    v.string(),
    v.nonEmpty(),
    v.check((local) => toInstant(local, zone) !== undefined, 'instant'),
  )
  return v.pipe(
    v.object({
      ...dealFields,
      code: v.pipe(v.string(), v.trim(), v.maxLength(40)),
      start: LocalMoment,
      end: LocalMoment,
    }),
    v.forward(
      v.partialCheck(
        [['start'], ['end']],
        ({ start, end }) => (toInstant(end, zone) ?? '') > (toInstant(start, zone) ?? ''),
        'end_after_start',
      ),
      ['end'],
    ),
  )
}
export type DealValues = v.InferInput<ReturnType<typeof createDealFormSchema>>

const empty: DealValues = {
  partner: '',
  title: '',
  text: '',
  link: '',
  image_path: null,
  code: '',
  placement: 'home',
  start: '',
  end: '',
}

export function toFormValues(deal: DealView | undefined, zone: string): DealValues {
  if (!deal) return empty
  const { partner, title, text, link, image_path, code, placement, start, end } = deal
  return {
    ...{ partner, title, text, link, image_path, placement },
    code: code ?? '',
    start: toLocalText(start, zone),
    end: toLocalText(end, zone),
  }
}

export function toDealInput(values: DealValues, zone: string): v.InferInput<typeof DealInput> {
  return {
    ...values,
    code: values.code.trim() || null,
    start: toInstant(values.start, zone) ?? '',
    end: toInstant(values.end, zone) ?? '',
  }
}

export const dealPlacementNames: Record<DealPlacement, () => string> = {
  home: m.deal_placement_home,
  discover: m.deal_placement_discover,
  event: m.deal_placement_event,
}

export const dealStatusNames: Record<DealsQuery['status'], () => string> = {
  all: m.admin_deals_all,
  upcoming: m.deal_status_upcoming,
  running: m.deal_status_running,
  ended: m.deal_status_ended,
}
