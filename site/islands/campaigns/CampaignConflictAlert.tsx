import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import type { CampaignConflict } from '#worker/features/campaigns/contract.ts'

type Props = { theirs: CampaignConflict; onKeep: () => void }

/** Somebody saved since: the writer decides whose text stays. */
export function CampaignConflictAlert({ theirs, onKeep }: Props) {
  return (
    <div className="notice notice-error editor-conflict" role="alert">
      <p>
        {theirs.by ? m.campaign_conflict_by({ name: theirs.by }) : m.campaign_conflict()}{' '}
        <LocalTime at={theirs.at} />
      </p>
      <p>{m.editor_conflict_text()}</p>
      <div className="row">
        <a className="button" href={location.href} target="_blank" rel="noopener">
          {m.editor_see_theirs()}
          <span className="visually-hidden">{m.editor_new_tab()}</span>
        </a>
        <button type="button" className="button" onClick={onKeep}>
          {m.editor_keep_mine()}
        </button>
      </div>
    </div>
  )
}
