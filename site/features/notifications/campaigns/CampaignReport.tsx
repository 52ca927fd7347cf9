import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { CampaignView } from '#worker/features/notifications/campaigns/contract.ts'
import type { CampaignEditorStore } from './campaign-editor.store.ts'
import { campaignStatusNames, campaignStatusBadgeClasses } from './campaign-labels.ts'

const refreshMs = 3000

function useProgressRefresh({ refresh }: CampaignEditorStore, isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [refresh, isSending])
}

type Props = { editor: CampaignEditorStore; campaign: CampaignView }

export function CampaignReport({ editor, campaign }: Props) {
  const isBusy = useStore(editor.$isBusy)
  const [isStopping, setIsStopping] = useState(false)
  const { name, status, counts, started_at } = campaign
  const isSending = status === 'sending'
  useProgressRefresh(editor, isSending)
  return (
    <section className="campaign-report" aria-label={name}>
      <div className="row">
        <span className={`badge ${campaignStatusBadgeClasses[status]}`}>
          {campaignStatusNames[status]()}
        </span>
        {started_at && <LocalTime at={started_at} as="full" />}
        {isSending && (
          <Button
            label={m.campaign_stop()}
            look="danger"
            isSmall
            aria-haspopup="dialog"
            disabled={isBusy}
            onClick={() => setIsStopping(true)}
          />
        )}
      </div>
      {isSending && <Progress counts={counts} />}
      <Counts counts={counts} />
      {isStopping && (
        <IrreversibleActionDialog
          title={m.campaign_stop_title({ name })}
          act={m.campaign_stop_now()}
          onConfirm={editor.stop}
          onClose={() => setIsStopping(false)}
        >
          <p>{m.campaign_stop_text()}</p>
        </IrreversibleActionDialog>
      )}
    </section>
  )
}

function Progress({ counts }: Pick<CampaignView, 'counts'>) {
  const { recipients, sent, failed, skipped } = counts
  const finished = sent + failed + skipped
  const locale = getLocale()
  const text = m.campaign_progress({
    done: formatCount(finished, locale),
    total: formatCount(recipients, locale),
  })
  return (
    <p className="campaign-progress" role="status">
      <progress max={Math.max(recipients, 1)} value={finished} aria-label={text} />
      {text}
    </p>
  )
}

function Counts({ counts }: Pick<CampaignView, 'counts'>) {
  const figures = [
    { label: m.campaign_recipients(), count: counts.recipients },
    { label: m.campaign_count_sent(), count: counts.sent },
    { label: m.campaign_count_failed(), count: counts.failed },
    { label: m.campaign_count_skipped(), count: counts.skipped },
    { label: m.campaign_count_unsubscribed(), count: counts.unsubscribed },
  ]
  return (
    <>
      <dl className="campaign-counts">
        {figures.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{formatCount(count, getLocale())}</dd>
          </div>
        ))}
      </dl>
      {counts.skipped > 0 && <p className="quiet">{m.campaign_count_skipped_hint()}</p>}
    </>
  )
}
