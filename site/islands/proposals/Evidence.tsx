import { m } from '#site/lib/messages.ts'
import { SimilarList } from '#site/islands/propose/SimilarEvents.tsx'
import type { ProposalView } from '#worker/features/events/contract.ts'

/** What a decision rests on: the proof, who proposes, and what already exists. */
export function Evidence({ proposal }: { proposal: ProposalView }) {
  const { proof_url, watch_urls, additional_info, proposer, similar } = proposal
  return (
    <div className="proposal-evidence">
      <p className="row">
        <OutLink href={proof_url} label={m.proposals_proof({ host: hostOf(proof_url) })} />
        {watch_urls[0] && <OutLink href={watch_urls[0]} label={m.proposals_channel()} />}
      </p>
      {additional_info && <p className="proposal-note">{additional_info}</p>}
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

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}

function OutLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="chip" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label} <span aria-hidden="true">↗</span>
    </a>
  )
}

function Proposer({ proposer }: { proposer: NonNullable<ProposalView['proposer']> }) {
  const { username, trust, approved, rejected, is_email_verified } = proposer
  return (
    <dl className="facts proposal-proposer">
      <div>
        <dt>{m.proposals_proposer()}</dt>
        <dd>
          {username}{' '}
          {!is_email_verified && <span className="badge badge-danger">{m.email_unverified()}</span>}
        </dd>
      </div>
      <div>
        <dt>{m.proposals_trust()}</dt>
        <dd className="figures">{trust}</dd>
      </div>
      <div>
        <dt>{m.proposals_history()}</dt>
        <dd className="figures">{m.proposals_counts({ approved, rejected })}</dd>
      </div>
    </dl>
  )
}
