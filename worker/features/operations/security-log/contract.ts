import * as v from 'valibot'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

export const SecurityEventKind = v.picklist([
  'sign_in',
  'sign_in_refused',
  /** A refresh token came again after its successor: one of two holders is a thief. */
  'session_revoked',
  'password_reset',
  'password_changed',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'recovery_codes_created',
  'recovery_code_used',
  'role_changed',
  'data_exported',
  'account_deleted',
  'keys_rotated',
])
export type SecurityEventKind = v.InferOutput<typeof SecurityEventKind>

/** How, why or to what; a code, never a text. */
export const SecurityEventDetail = v.picklist([
  'password',
  'passkey',
  'code',
  'signup_link',
  'mailed_link',
  'google',
  'twitch',
  'youtube',
  'bad_credentials',
  'wrong_code',
  'wrong_recovery_code',
  'account_inactive',
  'member',
  'moderator',
  'admin',
  'self',
  'administrator',
  'inactive',
  'restored',
])
export type SecurityEventDetail = v.InferOutput<typeof SecurityEventDetail>

export const SecurityEventView = v.object({
  id: v.number(),
  at: Instant,
  kind: SecurityEventKind,
  detail: v.nullable(SecurityEventDetail),
  /** Null: nobody of that name, or a member who left. */
  username: v.nullable(v.string()),
  /** A keyed hash: the same for the same network, and no way back to it. */
  network: v.nullable(v.string()),
})
export type SecurityEventView = v.InferOutput<typeof SecurityEventView>

export const SecurityEventsPage = createAdminPageSchema(SecurityEventView)

export const SecurityEventsQuery = v.object({
  ...adminPageQueryEntries,
  person: v.optional(text(0, 30), ''),
  kind: v.optional(SecurityEventKind),
  network: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16}$/))),
})
export type SecurityEventsQuery = v.InferOutput<typeof SecurityEventsQuery>
