import { separator } from '#site/lib/format.ts'
import { eventStatusNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { SimilarList } from '#site/features/moderation/propose/SimilarEvents.tsx'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

export function Evidence({ proposal }: { proposal: ProposalView }) {
  const { proof_url, watch_urls, moderator_note, additional_info, paid_by, proposer, similar } =
    proposal
  const [watchUrl] = watch_urls
  return (
    <div className="proposal-evidence">
      <p className="row">
        <ExternalLink href={proof_url} label={m.proposals_proof({ host: readHost(proof_url) })} />
        {watchUrl && (
          <ExternalLink
            href={watchUrl}
            label={m.proposals_channel({
              name: proposal.streaming_account_name ?? readHost(watchUrl),
            })}
          />
        )}
      </p>
      <TitledNote title={m.proposals_note()} text={moderator_note} />
      <TitledNote title={m.event_additional()} text={additional_info} />
      <TitledNote title={m.ad_label()} text={paid_by && m.ad_paid_by({ partner: paid_by })} />
      {proposer ? <Proposer proposer={proposer} /> : <p>{m.proposals_no_proposer()}</p>}
      {similar.length > 0 && (
        <div className="notice proposal-similar">
          <p>
            <b>{m.proposals_similar({ count: similar.length })}</b>
          </p>
          <SimilarList similar={similar} />
        </div>
      )}
    </div>
  )
}

function TitledNote({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <p className="proposal-note">
      <b>{title}</b>
      <br />
      {text}
    </p>
  )
}

function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}

function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="chip" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label} <span aria-hidden="true">↗</span>
    </a>
  )
}

function Proposer({ proposer }: { proposer: NonNullable<ProposalView['proposer']> }) {
  const { username, trust, approved, rejected, pending, rejected_as_spam, recent } = proposer
  return (
    <dl className="facts proposal-proposer">
      <div>
        <dt>{m.proposals_proposer()}</dt>
        <dd>
          {username} <ProposerMarks proposer={proposer} />
        </dd>
      </div>
      <div>
        <dt>{m.proposals_trust()}</dt>
        <dd className="figures">{trust}</dd>
      </div>
      <div>
        <dt>{m.proposals_history()}</dt>
        <dd className="figures">
          {m.proposals_counts({ approved, rejected, pending })}
          {rejected_as_spam > 0 && separator + m.proposals_spam({ count: rejected_as_spam })}
        </dd>
      </div>
      {recent.length > 0 && (
        <div>
          <dt>{m.proposals_recent()}</dt>
          <dd>
            <ul className="proposal-recent">
              {recent.map(({ id, name, status }) => (
                <li key={id}>
                  {name} <span className="quiet">{eventStatusNames[status]()}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}

function ProposerMarks({ proposer }: { proposer: NonNullable<ProposalView['proposer']> }) {
  const marks = [
    !proposer.is_email_verified && m.email_unverified(),
    !proposer.is_active && m.proposals_proposer_inactive(),
    proposer.is_soft_banned && m.proposals_proposer_banned(),
  ].filter((mark) => mark !== false)
  return marks.map((mark) => (
    <span key={mark} className="badge badge-danger">
      {mark}
    </span>
  ))
}
