import * as v from 'valibot'

/** Clicks that are counted, by name and day; nothing about who clicked. */
export const ClientEventName = v.picklist([
  'achievement-notification-close',
  'achievement-notification-click',
  'event-watch',
  'event-share',
  'event-add-to-calendar',
  'search-result-open',
  'propose-open',
])
export type ClientEventName = v.InferOutput<typeof ClientEventName>

export const ClientEventInput = v.object({ name: ClientEventName })
export type ClientEventInput = v.InferOutput<typeof ClientEventInput>

/** Longer texts are cut rather than refused: the end of a stack tells little. */
function truncatedString(max: number) {
  return v.pipe(
    v.string(),
    v.maxLength(20_000),
    v.transform((value) => value.toWellFormed().slice(0, max)),
  )
}

/** Sent only with functional consent, and holds nothing about the person. */
export const ClientErrorInput = v.object({
  message: v.pipe(truncatedString(500), v.nonEmpty()),
  stack: v.nullish(truncatedString(4000)),
  /** The path alone: a query may name what somebody looked for. */
  route: v.pipe(v.string(), v.maxLength(300), v.regex(/^\/[^?#\s]*$/)),
  build: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
})
export type ClientErrorInput = v.InferOutput<typeof ClientErrorInput>

export const CspReportInput = v.object({
  'csp-report': v.object({
    'document-uri': v.pipe(v.string(), v.maxLength(4000)),
    'effective-directive': v.optional(truncatedString(100)),
    'violated-directive': v.optional(truncatedString(100)),
    /** A URL, or a keyword such as `inline`. */
    'blocked-uri': v.optional(truncatedString(4000)),
    'source-file': v.optional(truncatedString(4000)),
  }),
})
export type CspReportInput = v.InferOutput<typeof CspReportInput>
