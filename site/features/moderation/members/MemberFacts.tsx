import type { ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount, formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { MemberHistory } from '#worker/features/moderation/members/contract.ts'
import { mailProblemNames } from '#site/features/notifications/delivery-reasons.ts'
import { LevelText, StateBadges } from './member-columns.tsx'
import { consentNames, consentWayNames, roleNames, signInMethodNames } from './member-labels.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

type Agreements = NonNullable<MemberHistory['agreements']>
type Consent = Agreements['consents'][number]

function Agreements({ agreements: { terms_version, consents } }: { agreements: Agreements }) {
  return (
    <>
      <Fact label={m.members_terms()}>{terms_version ?? m.members_terms_none()}</Fact>
      <Fact label={m.members_consents()}>
        {consents.length === 0 && m.members_consents_none()}
        {consents.map((consent) => (
          <p key={consent.purpose + consent.at}>
            {describeConsent(consent)} <LocalTime at={consent.at} as="date" />
          </p>
        ))}
      </Fact>
    </>
  )
}

function describeConsent({ purpose, is_given, way }: Consent): string {
  const words = { name: consentNames[purpose](), way: consentWayNames[way]() }
  return is_given ? m.members_consent_given(words) : m.members_consent_withdrawn(words)
}

type AddressProps = { member: MemberHistory; onShow: () => void }

function Address({ member: { email, acts }, onShow }: AddressProps) {
  return (
    <>
      {email ?? m.members_no_email()}{' '}
      {acts.includes('show_email') && email?.includes('•') && (
        <Button label={m.members_show_email()} isSmall onClick={onShow} />
      )}
    </>
  )
}

type Props = { member: MemberHistory; onShowEmail: () => void }

export function MemberFacts({ member, onShowEmail }: Props) {
  const { role, sign_in_methods, streamer, trust, created_at, last_seen_at } = member
  const { mail_problem: problem, sessions } = member
  const locale = getLocale()
  const methods = formatList(
    (sign_in_methods ?? []).map((method) => signInMethodNames[method]()),
    locale,
  )
  return (
    <dl className="facts members-facts">
      <Fact label={m.members_email()}>
        <Address member={member} onShow={onShowEmail} />
      </Fact>
      {problem && (
        <Fact label={m.members_mail()}>
          {mailProblemNames[problem.reason]()} <LocalTime at={problem.at} as="date" />
        </Fact>
      )}
      <Fact label={m.members_state()}>
        <StateBadges member={member} />
      </Fact>
      <Fact label={m.members_role()}>{roleNames[role]()}</Fact>
      {sign_in_methods && (
        <Fact label={m.members_sign_in()}>{methods || m.members_sign_in_none()}</Fact>
      )}
      <Fact label={m.members_joined()}>
        <LocalTime at={created_at} as="date" />
      </Fact>
      {sessions !== null && (
        <>
          <Fact label={m.members_last_seen()}>
            {last_seen_at ? <LocalTime at={last_seen_at} /> : m.members_last_seen_never()}
          </Fact>
          <Fact label={m.members_sessions()}>{m.members_session_count({ count: sessions })}</Fact>
        </>
      )}
      {member.agreements && <Agreements agreements={member.agreements} />}
      <Fact label={m.proposals_trust()}>{trust}</Fact>
      <Fact label={m.members_level()}>
        <LevelText member={member} />
      </Fact>
      <Fact label={m.members_hypes()}>{formatCount(member.counts.hypes, locale)}</Fact>
      <Fact label={m.members_follows()}>{formatCount(member.counts.follows, locale)}</Fact>
      {streamer && (
        <Fact label={m.members_streamer()}>
          <a href={paths.streamer(locale, streamer.id)}>{streamer.display_name}</a>
        </Fact>
      )}
    </dl>
  )
}
