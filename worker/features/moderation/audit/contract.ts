import * as v from 'valibot'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Day, Instant, TimeZone } from '#worker/contracts/time.ts'

export const AuditSubject = v.picklist([
  'event',
  'user',
  'group',
  'article',
  'game',
  'streamer',
  'streaming_account',
  'deal',
  'campaign',
  'delivery',
  'opt_out',
  'incident',
])
export type AuditSubject = v.InferOutput<typeof AuditSubject>

export const AuditAction = v.picklist([
  'propose',
  'edit',
  'approve',
  'review',
  'cancel_approval',
  'reject',
  'reset',
  'disable',
  'enable',
  'cancel',
  'withdraw',
  'confirm_participation',
  'unconfirm_participation',
  'end_participation',
  'dismiss_reports',
  'resolve_reports',
  'create',
  'delete',
  'merge',
  'publish',
  'unpublish',
  'link',
  'unlink',
  'feature',
  'unfeature',
  'add_account',
  'remove_account',
  'verify',
  'unverify',
  'rename_account',
  'remove_picture',
  'show_picture',
  'unlist',
  'relist',
  'hide_name',
  'show_name',
  'send_data',
  'add_schedule',
  'start_schedule',
  'remove_schedule',
  'activate',
  'deactivate',
  'soft_ban',
  'remove_soft_ban',
  'withhold_reasons',
  'answer_appeal',
  'change_role',
  'show_email',
  'send_deletion_link',
  'exclude',
  'include',
  'suspend',
  'lift_suspension',
  'correct',
  'test',
  'send',
  'stop',
  'retry',
])
export type AuditAction = v.InferOutput<typeof AuditAction>

/** `former_member`: no name is kept of a member who left; `clock` is the system. */
const AuditActor = v.variant('kind', [
  v.object({ kind: v.literal('member'), username: v.string() }),
  v.object({ kind: v.literal('former_member') }),
  v.object({ kind: v.literal('former_moderator'), key: v.string() }),
  v.object({ kind: v.literal('clock') }),
])

export const AuditEntryView = v.object({
  id: v.number(),
  at: Instant,
  act: AuditAction,
  actor: AuditActor,
  subject: v.object({
    type: AuditSubject,
    id: v.number(),
    name: v.nullable(v.string()),
    /** Slug, name or id in its public address; null where it has none. */
    address: v.nullable(v.string()),
  }),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  /** A preset reason; `reason` then holds the words added to it. */
  reason_code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type AuditEntryView = v.InferOutput<typeof AuditEntryView>

export const AuditPage = createAdminPageSchema(AuditEntryView)

export const AuditQuery = v.object({
  ...adminPageQueryEntries,
  /** The actor's username. */
  person: v.optional(text(0, 30), ''),
  subject: v.optional(AuditSubject),
  subject_id: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), v.number()),
  ),
  act: v.optional(AuditAction),
  from: v.optional(Day),
  /** Inclusive. */
  to: v.optional(Day),
  tz: v.optional(TimeZone, 'UTC'),
})
export type AuditQuery = v.InferOutput<typeof AuditQuery>
