import { createRoot } from 'react-dom/client'
import { useStore } from '@nanostores/react'
import { getLocale } from '#messages/runtime'
import { api } from '#site/lib/api.ts'
import { session } from '#site/lib/session/session.store.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { onSessionEvent } from '#site/lib/session/session-events.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { findPlatformLink } from './channel-link.ts'
import { createEmptyDraft } from './draft.ts'
import type { WizardOptions } from './open-wizard.ts'
import { setProposeParameter } from '#site/lib/session/return-url.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { m } from '#site/lib/messages.ts'
import { createWizardStore, type WizardStore } from './wizard.store.ts'
import { WizardForm } from './WizardForm.tsx'
import { useEffect, useRef } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { paths } from '#site/lib/paths.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { WeeklyDates } from '#site/features/moderation/ProposalRhythm.tsx'

type Props = {
  wizard: WizardStore
  proposal: ProposalView | undefined
  isModerating: boolean
  onClose: () => void
  onAnother: () => void
}

function ProposeWizard({ wizard, proposal, isModerating, onClose, onAnother }: Props) {
  const isEdit = proposal !== undefined
  const editedDates = proposal && Math.max(1, proposal.dates.length)
  const sent = useStore(wizard.$sent)
  const isSameStatus = sent?.status === proposal?.status
  useEffect(() => {
    if (!sent || !isSameStatus) return
    showSuccess(m.propose_changes_saved())
    onClose()
  }, [sent])
  const editTitle = isModerating ? m.admin_edit_one : m.propose_edit_title
  const title = proposal ? editTitle(proposal) : m.propose_title()
  return (
    <Dialog title={title} onClose={onClose} className="propose">
      {sent && !isSameStatus ? (
        <SentScreen proposal={sent} isEdit={isEdit} onClose={onClose} onAnother={onAnother} />
      ) : (
        <WizardForm {...{ wizard, isEdit, editedDates, onClose }} />
      )}
    </Dialog>
  )
}

let isOpen = false

/** Resolves, once it is closed, with what was sent. */
export async function mountWizard(
  proposal?: ProposalView,
  { isModerating = false, sharedText = '' }: WizardOptions = {},
): Promise<ProposalView | undefined> {
  if (isOpen) return undefined
  isOpen = true
  await session.findSettings()
  const zone = resolveTimeZone(currentTimeContext())
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const blank = () => createEmptyDraft(getLocale(), zone)
  // Login then leads back to the kept draft.
  const stop = onSessionEvent('ended', () => setProposeParameter(proposal?.id))

  return new Promise((resolve) => {
    function show(link: string): void {
      // Changes to a proposal are for this tab, and given up with the dialog.
      const storage = openStorage(proposal ? 'sessionStorage' : 'localStorage')
      const wizard = createWizardStore({ api, storage, blank, proposal, isModerating, link })
      void wizard.loadOwnAccounts()
      const close = () => {
        stop()
        if (proposal) wizard.discard()
        root.unmount()
        host.remove()
        isOpen = false
        resolve(wizard.$sent.get())
      }
      // A new key starts a new wizard: "propose another".
      root.render(
        <ProposeWizard
          key={Date.now()}
          wizard={wizard}
          proposal={proposal}
          isModerating={isModerating}
          onClose={close}
          onAnother={() => show('')}
        />,
      )
    }
    show(findPlatformLink(sharedText) ?? '')
  })
}

type SentScreenProps = {
  proposal: ProposalView
  isEdit: boolean
  onClose: () => void
  onAnother: () => void
}

function SentScreen({ proposal, isEdit, onClose, onAnother }: SentScreenProps) {
  const { name, slug, status } = proposal
  const settings = useStore(session.$settings)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isPublished = status === 'approved'
  const isUnverified = settings && !settings.profile.is_email_verified
  return (
    <div className="stack" role="status">
      <h3 ref={heading} tabIndex={-1}>
        {isPublished ? m.propose_published_title() : m.propose_sent_title()}
      </h3>
      <p>{isPublished ? m.propose_published_text({ name }) : m.propose_sent_text({ name })}</p>
      {proposal.dates.length > 1 && (
        <p>
          <b>
            <WeeklyDates proposal={proposal} />
          </b>
        </p>
      )}
      {!isPublished && isUnverified && <p className="notice">{m.propose_sent_unverified()}</p>}
      <div className="row">
        {isPublished ? (
          <a className="button button-primary" href={paths.event(getLocale(), slug)}>
            {m.propose_see_event()}
          </a>
        ) : isEdit ? (
          <Button label={m.close()} look="primary" onClick={onClose} />
        ) : (
          <a className="button button-primary" href={paths.myEvents(getLocale())}>
            {m.propose_follow_state()}
          </a>
        )}
        {!isEdit && <Button label={m.propose_another()} onClick={onAnother} />}
      </div>
    </div>
  )
}
