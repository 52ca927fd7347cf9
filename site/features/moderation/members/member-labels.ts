import { m } from '#site/lib/messages.ts'
import type {
  MemberRole,
  MemberFilter,
  MembersQuery,
  SignInMethod,
  MemberStateAction,
  TrustEntryView,
  MemberDelivery,
  MemberHistory,
} from '#worker/features/moderation/members/contract.ts'

export const roleNames: Record<MembersQuery['role'], () => string> = {
  all: m.members_role_any,
  member: m.members_role_member,
  moderator: m.members_role_moderator,
  admin: m.members_role_admin,
}

export const roleDescriptions: Record<MemberRole, () => string> = {
  member: m.members_role_member_text,
  moderator: m.members_role_moderator_text,
  admin: m.members_role_admin_text,
}

export const memberStateNames: Record<MemberFilter, () => string> = {
  all: m.members_state_any,
  active: m.members_state_active,
  inactive: m.members_state_inactive,
  soft_banned: m.members_state_soft_banned,
  unverified: m.members_state_unverified,
}

export const streamerProfileFilterNames: Record<'' | 'true' | 'false', () => string> = {
  '': m.members_profile_any,
  true: m.members_profile_yes,
  false: m.members_profile_no,
}

type NameMessage = (inputs: { name: string }) => string
type MemberActionTexts = {
  label: () => string
  named: NameMessage
  title: NameMessage
  text: () => string
  done: NameMessage
}

export const memberStateActionTexts: Record<MemberStateAction, MemberActionTexts> = {
  activate: {
    label: m.members_activate,
    named: m.members_activate_one,
    title: m.members_activate_title,
    text: m.members_activate_text,
    done: m.members_activate_done,
  },
  deactivate: {
    label: m.members_deactivate,
    named: m.members_deactivate_one,
    title: m.members_deactivate_title,
    text: m.members_deactivate_text,
    done: m.members_deactivate_done,
  },
  soft_ban: {
    label: m.members_soft_ban,
    named: m.members_soft_ban_one,
    title: m.members_soft_ban_title,
    text: m.members_soft_ban_text,
    done: m.members_soft_ban_done,
  },
  remove_soft_ban: {
    label: m.members_remove_soft_ban,
    named: m.members_remove_soft_ban_one,
    title: m.members_remove_soft_ban_title,
    text: m.members_remove_soft_ban_text,
    done: m.members_remove_soft_ban_done,
  },
  remove_picture: {
    label: m.members_remove_picture,
    named: m.members_remove_picture_one,
    title: m.members_remove_picture_title,
    text: m.members_remove_picture_text,
    done: m.members_remove_picture_done,
  },
}

export const signInMethodNames: Record<SignInMethod, () => string> = {
  password: m.members_sign_in_password,
  google: () => 'Google',
  twitch: () => 'Twitch',
}

const trustActions: Record<string, (() => string) | undefined> = {
  email_verified: m.members_trust_email_verified,
  proposal_approved: m.members_trust_proposal_approved,
  proposal_rejected: m.members_trust_proposal_rejected,
  proposal_rejected_as_spam: m.members_trust_proposal_rejected_as_spam,
  own_event_cancelled: m.members_trust_own_event_cancelled,
}

export function trustReasonText({ action, is_reversal }: TrustEntryView): string {
  const what = (trustActions[action] ?? m.members_trust_other)()
  return is_reversal ? m.members_trust_reversal({ what }) : what
}

export const memberDeliveryStatusNames: Record<MemberDelivery['status'], () => string> = {
  pending: m.operations_delivery_due,
  claimed: m.operations_delivery_due,
  sent: m.operations_delivery_sent,
  stopped: m.members_delivery_stopped,
  dead: m.operations_delivery_dead,
  unknown: m.operations_delivery_unknown,
}

type Consent = NonNullable<MemberHistory['agreements']>['consents'][number]

export const consentNames = {
  marketing: m.marketing_title,
  hype_faces: m.members_consent_faces,
} satisfies Record<Consent['purpose'], () => string>

export const consentWayNames = {
  switch: m.members_consent_switch,
  mailed_link: m.members_consent_link,
} satisfies Record<Consent['way'], () => string>
