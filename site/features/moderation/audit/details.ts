import * as v from 'valibot'
import { platformName, rejectionReasonNames, eventStatusNames } from '#site/lib/labels.ts'
import { deliveryReasonNames } from '#site/features/notifications/delivery-reasons.ts'
import { groundNames } from '#worker/features/notifications/copy/ground-names.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import { Platform } from '#worker/contracts/enumerations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { AuditEntryView, AuditSubject } from '#worker/features/moderation/audit/contract.ts'
import { EventStatus } from '#worker/features/events/contract.ts'
import { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { RejectionCode } from '#worker/features/moderation/proposals/contract.ts'
import { ChangeGround, DecisionGround } from '#worker/contracts/decision-grounds.ts'
import { auditSubjectTitle } from './sentences.ts'

const channel = v.pipe(
  v.string(),
  v.transform((text) => text.split(':')),
  v.tuple([Platform, v.string()]),
)

const otherStates: Record<string, (() => string) | undefined> = {
  draft: m.audit_state_draft,
  published: m.audit_state_published,
  picture: m.audit_state_picture,
  upheld: m.appeal_upheld,
  reversed: m.appeal_reversed,
  sending: m.campaign_status_sending,
  stopped: m.campaign_status_stopped,
  member: m.members_role_member,
  moderator: m.members_role_moderator,
  admin: m.members_role_admin,
}

function stateText(state: string): string {
  if (v.is(EventStatus, state)) return eventStatusNames[state]()
  const account = v.safeParse(channel, state)
  if (account.success) return `${platformName(account.output[0])} ${account.output[1]}`
  return otherStates[state]?.() ?? state
}

/** `Pending → Approved`; empty where the sentence has said it. */
export function auditChangeText(entry: AuditEntryView): string {
  const { act, from, to, subject } = entry
  const isOfLeaver = subject.type === 'user' && subject.name === null
  if (act === 'merge' || (act === 'delete' && isOfLeaver)) return ''
  const states = [...new Set([from, to])].filter((state) => state !== null)
  if (states.length === 1 && states[0] === auditSubjectTitle(entry)) return ''
  return states.map(stateText).join(' → ')
}

const Ground = v.union([DecisionGround, ChangeGround])

/** Codes are named; before `reason_code` was kept, `reason` held one where nothing was added. */
function reasonPartText(reason: string): string {
  if (v.is(RejectionCode, reason)) return rejectionReasonNames[reason]()
  if (v.is(Ground, reason)) return groundNames[reason]()
  return v.is(DeliveryStatusReason, reason) ? deliveryReasonNames[reason]() : reason
}

export function auditReasonText({ reason_code, reason }: AuditEntryView): string {
  return [reason_code, reason]
    .filter((reasonPart) => reasonPart !== null)
    .map(reasonPartText)
    .join(' — ')
}

type NamedSubject = AuditEntryView['subject'] & { name: string }

/** The public page, else the panel's. */
const pathsByType: Record<AuditSubject, (locale: Locale, subject: NamedSubject) => string> = {
  event: (locale, { name, address }) =>
    address === null
      ? withQuery(paths.adminPanel(locale), { status: 'all', q: name })
      : paths.event(locale, address),
  user: (locale, { name }) => withQuery(paths.adminUsers(locale), { q: name }),
  group: (locale, { address }) => paths.group(locale, address ?? ''),
  article: (locale, { address }) =>
    address === null ? paths.adminArticles(locale) : paths.article(locale, address),
  game: (locale, { address }) => paths.game(locale, address ?? ''),
  streamer: (locale, { id }) => paths.streamer(locale, id),
  streaming_account: (locale, { address }) => paths.streamer(locale, Number(address)),
  deal: (locale, { name }) => withQuery(paths.adminDeals(locale), { q: name }),
  campaign: (locale, { id }) => paths.campaignEditor(locale, id),
  delivery: (locale) => paths.adminOperations(locale),
  opt_out: (locale) => paths.adminStreamers(locale),
  incident: (locale) => paths.adminOperations(locale),
}

export function auditSubjectPath({ subject }: AuditEntryView, locale: Locale): string | undefined {
  const { name } = subject
  return name === null ? undefined : pathsByType[subject.type](locale, { ...subject, name })
}
