import type { ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { separator } from '#site/lib/format.ts'
import { auditChangeText, auditReasonText } from '#site/features/moderation/audit/details.ts'
import { deliveryReasonNames } from '#site/features/notifications/delivery-reasons.ts'
import { deliveryKindLabels } from '#site/features/notifications/kind-labels.ts'
import { StatusBadge } from '#site/features/moderation/proposals/StatusBadge.tsx'
import { buildAuditSentence } from '#site/features/moderation/audit/sentences.ts'
import { deliveryChannelNames, platformName, rejectionReasonNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import type {
  MemberDelivery,
  MemberHistory,
  PastProposal,
  TrustEntryView,
} from '#worker/features/moderation/members/contract.ts'
import { memberDeliveryStatusNames, trustReasonText } from './member-labels.ts'

type ActivitySectionProps = {
  title: string
  none: string
  all?: { path: string; label: string }
  children: ReactNode[]
}

function ActivitySection({ title, none, all, children }: ActivitySectionProps) {
  return (
    <section className="members-part">
      <h3>{title}</h3>
      {children.length === 0 ? <p className="quiet">{none}</p> : <ul>{children}</ul>}
      {all && children.length > 0 && <a href={all.path}>{all.label}</a>}
    </section>
  )
}

export function MemberActivity({ member }: { member: MemberHistory }) {
  const { id, username, proposals, accounts, streamer, trust_entries, acts_upon, acts_by } = member
  const locale = getLocale()
  const log = paths.adminLog(locale)
  return (
    <>
      <ActivitySection
        title={m.members_proposals()}
        none={m.members_no_proposals()}
        all={{
          path: withQuery(paths.adminPanel(locale), { status: 'all', q: username }),
          label: m.members_all_proposals(),
        }}
      >
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </ActivitySection>
      {streamer && (
        <ActivitySection
          title={m.admin_accounts()}
          none={m.admin_accounts_none()}
          all={{
            path: withQuery(paths.adminStreamers(locale), { q: streamer.display_name }),
            label: m.members_channels_manage(),
          }}
        >
          {accounts.map((account) => (
            <li key={account.id}>
              <a href={account.url} rel="noopener noreferrer" target="_blank">
                {account.name}
              </a>{' '}
              <span className={`platform-${account.platform}`}>
                {platformName(account.platform)}
              </span>{' '}
              <span className={`badge ${account.is_verified ? 'badge-success' : ''}`}>
                {account.is_verified ? m.my_accounts_verified() : m.my_accounts_unverified()}
              </span>
            </li>
          ))}
        </ActivitySection>
      )}
      <ActivitySection title={m.members_trust_history()} none={m.members_no_trust()}>
        {trust_entries.map((entry) => (
          <TrustEntry key={entry.id} entry={entry} />
        ))}
      </ActivitySection>
      <ActivitySection
        title={m.members_actions_upon()}
        none={m.members_no_actions_upon()}
        all={{
          path: withQuery(log, { subject: 'user', subject_id: id }),
          label: m.members_all_in_log(),
        }}
      >
        {acts_upon.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} />
        ))}
      </ActivitySection>
      <ActivitySection
        title={m.members_actions_by({ name: username })}
        none={m.members_no_actions_by()}
        all={{ path: withQuery(log, { person: username }), label: m.members_all_in_log() }}
      >
        {acts_by.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} />
        ))}
      </ActivitySection>
      <ActivitySection title={m.members_deliveries()} none={m.members_no_deliveries()}>
        {member.deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ActivitySection>
    </>
  )
}

function Proposal({ proposal }: { proposal: PastProposal }) {
  const { name, start, rejection } = proposal
  const code = rejection?.reason_code
  const why = [code && rejectionReasonNames[code](), rejection?.reason]
    .filter(Boolean)
    .join(separator)
  return (
    <li>
      {name} <StatusBadge proposal={proposal} />{' '}
      <span className="quiet">
        <LocalTime at={start} as="date" />
      </span>
      {why && <p className="members-why">{why}</p>}
    </li>
  )
}

function TrustEntry({ entry }: { entry: TrustEntryView }) {
  const { delta, at, event } = entry
  const points = new Intl.NumberFormat(languageTags[getLocale()], { signDisplay: 'always' })
    .format(delta)
    .replace('-', '−')
  return (
    <li>
      <b className="figures">{points}</b> {trustReasonText(entry)}
      {event && separator + event.name}{' '}
      <span className="quiet">
        <LocalTime at={at} as="date" />
      </span>
    </li>
  )
}

function Delivery({ delivery }: { delivery: MemberDelivery }) {
  const { kind, channel, status, reason, at } = delivery
  return (
    <li>
      {deliveryKindLabels[kind]()} <span className="badge">{deliveryChannelNames[channel]()}</span>{' '}
      <span className={`badge ${status === 'dead' || status === 'unknown' ? 'badge-danger' : ''}`}>
        {memberDeliveryStatusNames[status]()}
      </span>{' '}
      <span className="quiet">
        <LocalTime at={at} />
      </span>
      {reason && <p className="members-why">{deliveryReasonNames[reason]()}</p>}
    </li>
  )
}

function AuditEntryItem({ entry }: { entry: AuditEntryView }) {
  const change = auditChangeText(entry)
  const reason = auditReasonText(entry)
  return (
    <li>
      {buildAuditSentence(entry).map(({ is, text }, index) =>
        is === 'text' ? text : <b key={index}>{text}</b>,
      )}
      {change && ` (${change})`}{' '}
      <span className="quiet">
        <LocalTime at={entry.at} />
      </span>
      {reason && <p className="members-why">{m.audit_reason({ reason })}</p>}
    </li>
  )
}
