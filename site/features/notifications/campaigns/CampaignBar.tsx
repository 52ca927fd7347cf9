import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { PaneTabs, type Pane } from '#site/ui/editor/EditorForm.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { m } from '#site/lib/messages.ts'
import type { CampaignEditorStore } from './campaign-editor.store.ts'
import { campaignStatusNames } from './campaign-labels.ts'

export type CampaignIntent = 'save' | 'test' | 'send'

type Props = {
  editor: CampaignEditorStore
  pane: Pane
  isDirty: boolean
  isBusy: boolean
  onPane: (pane: Pane) => void
  onIntent: (intent: CampaignIntent) => void
}

export function CampaignBar({ editor, pane, isDirty, isBusy, onPane, onIntent }: Props) {
  const campaign = useStore(editor.$campaign)
  const isDisabled = useStore(editor.$isBusy) || isBusy
  return (
    <div className="editor-bar">
      <PaneTabs {...{ pane, onPane }} />
      <p className="editor-state">
        <span className="badge">{campaignStatusNames.draft()}</span>
        <span className="quiet" role="status">
          {isDirty || !campaign ? m.campaign_unsaved() : m.campaign_saved()}
        </span>
      </p>
      <div className="editor-acts">
        <SubmitButton isBusy={isBusy} className="">
          {m.editor_save_draft()}
        </SubmitButton>
        <Button label={m.campaign_test()} disabled={isDisabled} onClick={() => onIntent('test')} />
        <Button
          label={m.campaign_send()}
          look="primary"
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => onIntent('send')}
        />
      </div>
    </div>
  )
}
