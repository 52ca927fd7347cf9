import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { DealInput, type DealView } from '#worker/features/deals/contract.ts'
import { createDealFormSchema, toDealInput, toFormValues } from './deal-form.ts'

const zone = 'Europe/Paris'
const deal: DealView = {
  id: 1,
  partner: 'Quiet Keys',
  title: 'Ten per cent off',
  text: 'On every keyboard.',
  link: 'https://example.com/deal',
  image_path: null,
  code: 'HYPE10',
  start: '2026-12-01T09:00:00Z',
  end: '2026-12-08T09:00:00Z',
  placement: 'home',
  status: 'upcoming',
  clicks: 0,
}
const validationErrors = (values: object) =>
  v
    .safeParse(createDealFormSchema(zone), values)
    .issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)

describe('a deal in a form', () => {
  test('shows its hours in the reader’s zone and sends the same instants', () => {
    const values = toFormValues(deal, zone)
    expect([values.start, values.end]).toEqual(['2026-12-01T10:00', '2026-12-08T10:00'])
    const sent = v.parse(DealInput, toDealInput(values, zone))
    expect([sent.start, sent.end]).toEqual([Date.parse(deal.start), Date.parse(deal.end)])
  })

  test('without a code sends none', () => {
    expect(toDealInput({ ...toFormValues(deal, zone), code: ' ' }, zone).code).toBeNull()
  })

  test('ends after it starts', () => {
    const values = toFormValues(deal, zone)
    expect(validationErrors(values)).toBeUndefined()
    expect(validationErrors({ ...values, end: values.start })).toEqual(['end end_after_start'])
  })

  test('does not start in an hour that the clocks skip', () => {
    const values = { ...toFormValues(deal, zone), start: '2026-03-29T02:30' }
    expect(validationErrors(values)).toEqual(['start instant'])
  })

  test('leads to https alone', () => {
    const values = { ...toFormValues(deal, zone), link: 'http://example.com' }
    expect(validationErrors(values)).toEqual(['link https_url'])
  })
})
