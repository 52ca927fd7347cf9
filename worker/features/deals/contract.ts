import * as v from 'valibot'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { singleLineText, text } from '#worker/contracts/text.ts'
import { Instant, InstantInput } from '#worker/contracts/time.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

export const DealPlacement = v.picklist(['home', 'discover', 'event'])
export type DealPlacement = v.InferOutput<typeof DealPlacement>

/** Derived from the time, never stored. */
export const DealStatus = v.picklist(['upcoming', 'running', 'ended'])
export type DealStatus = v.InferOutput<typeof DealStatus>

const HttpsUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.url(),
  v.check((url) => url.isWellFormed(), 'https_url'),
  v.regex(/^https:\/\/[^\s]+$/i, 'https_url'),
)

export const dealFields = {
  partner: singleLineText(1, 80),
  title: singleLineText(3, 120),
  text: text(1, 300),
  link: HttpsUrl,
  image_path: v.optional(v.nullable(PicturePath), null),
  placement: DealPlacement,
}

export const DealInput = v.pipe(
  v.object({
    ...dealFields,
    code: v.optional(v.nullable(singleLineText(1, 40)), null),
    start: InstantInput,
    end: InstantInput,
  }),
  v.forward(
    v.partialCheck([['start'], ['end']], ({ start, end }) => end > start, 'end_after_start'),
    ['end'],
  ),
)
export type DealInput = v.InferOutput<typeof DealInput>

export const DealView = v.object({
  id: v.number(),
  partner: v.string(),
  title: v.string(),
  text: v.string(),
  link: v.string(),
  image_path: v.nullable(v.string()),
  code: v.nullable(v.string()),
  start: Instant,
  end: Instant,
  placement: DealPlacement,
  status: DealStatus,
  clicks: v.number(),
})
export type DealView = v.InferOutput<typeof DealView>

export const dealSorts = [
  'start',
  '-start',
  'end',
  '-end',
  'title',
  '-title',
  'clicks',
  '-clicks',
] as const

export const DealsQuery = v.object({
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  status: v.optional(v.picklist(['all', ...DealStatus.options]), 'all'),
  sort: v.optional(v.picklist(dealSorts), '-start'),
})
export type DealsQuery = v.InferOutput<typeof DealsQuery>

export const DealsPage = createAdminPageSchema(DealView)
