import * as v from 'valibot'

/** Body that Resend sends; events and fields that nothing here needs are not read. */
export const MailEventInput = v.object({
  type: v.pipe(v.string(), v.maxLength(100)),
  created_at: v.pipe(v.string(), v.maxLength(40)),
  data: v.object({
    to: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(320))), v.maxLength(50)), []),
    /** `Permanent`: the address does not exist. Others may pass. */
    bounce: v.optional(v.object({ type: v.optional(v.string()) })),
  }),
})
export type MailEventInput = v.InferOutput<typeof MailEventInput>

/** Body that Brevo sends. */
export const BrevoEventInput = v.object({
  event: v.pipe(v.string(), v.maxLength(100)),
  email: v.pipe(v.string(), v.maxLength(320)),
  /** Seconds. */
  ts_event: v.optional(v.number()),
})
export type BrevoEventInput = v.InferOutput<typeof BrevoEventInput>
