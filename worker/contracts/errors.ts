import * as v from 'valibot'
import { Instant } from './time.ts'

export const RevisionConflict = v.object({
  by: v.nullable(v.string()),
  at: Instant,
  revision: v.number(),
})
export type RevisionConflict = v.InferOutput<typeof RevisionConflict>

export const ErrorEnvelope = v.object({
  msg: v.string(),
  code: v.string(),
  details: v.optional(v.unknown()),
})
export type ErrorEnvelope = v.InferOutput<typeof ErrorEnvelope>

export const FieldError = v.object({ path: v.string(), msg: v.string() })
export type FieldError = v.InferOutput<typeof FieldError>
