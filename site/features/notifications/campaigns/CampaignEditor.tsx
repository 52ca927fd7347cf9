import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import {
  ConflictAlert,
  EditorForm,
  type Pane,
  useLeaveWarning,
} from '#site/ui/editor/EditorForm.tsx'
import { setEditorPageTitle } from '#site/ui/editor/name-editor.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { api, ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { RevisionConflict } from '#worker/contracts/errors.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import type { CampaignView } from '#worker/features/notifications/campaigns/contract.ts'
import { createCampaignEditorStore, type CampaignEditorStore } from './campaign-editor.store.ts'
import {
  CampaignForm,
  findCampaignTextField,
  hasCampaignText,
  readAnnouncementFacts,
  readCampaignText,
  toCampaignFormError,
  toFormValues,
  type CampaignValues,
  type CampaignTextField,
} from './campaign-form.ts'
import { CampaignBar, type CampaignIntent } from './CampaignBar.tsx'
import { CampaignFields } from './CampaignFields.tsx'
import { CampaignReport } from './CampaignReport.tsx'
import { LanguageTabs } from './LanguageTabs.tsx'
import { createMailPreviewStore } from './mail-frame.ts'
import { MailPreview } from './MailPreview.tsx'
import { SendDialog } from './SendDialog.tsx'

/** The address names the new campaign: a reload opens it. */
function showIdInAddress({ id }: CampaignView): void {
  history.replaceState(history.state, '', paths.campaignEditor(getLocale(), id))
}

type Props = { campaign: CampaignView | undefined }

export function CampaignEditor({ campaign: first }: Props) {
  const [editor] = useState(() =>
    createCampaignEditorStore({ api, onCreated: showIdInAddress, showSuccess, showError }, first),
  )
  const campaign = useStore(editor.$campaign)
  useEffect(() => {
    if (campaign) setEditorPageTitle(campaign.name)
  }, [campaign?.name])
  return campaign && campaign.status !== 'draft' ? (
    <SentCampaign editor={editor} campaign={campaign} />
  ) : (
    <DraftEditor editor={editor} first={first} />
  )
}

function findFirstLanguage(values: CampaignValues): AcceptedLocale {
  return acceptedLocales.find((one) => hasCampaignText(values, one)) ?? 'en'
}

function usePreview(values: CampaignValues, language: AcceptedLocale) {
  const [preview] = useState(() => createMailPreviewStore(api))
  const text = readCampaignText(values, language)
  const { subject, markdown, partner } = text
  const isEmpty = subject.trim() === '' && markdown.trim() === ''
  const { purpose, applies_on } = readAnnouncementFacts(values)
  useEffect(() => {
    if (!isEmpty) preview.show({ language, ...text, purpose, applies_on })
  }, [preview, language, subject, markdown, partner, purpose, applies_on, isEmpty])
  useEffect(() => preview.stop, [preview])
  return { preview, isEmpty }
}

type SentCampaignProps = { editor: CampaignEditorStore; campaign: CampaignView }

function SentCampaign({ editor, campaign }: SentCampaignProps) {
  const [values] = useState(() => toFormValues(campaign))
  const [language, setLanguage] = useState(() => findFirstLanguage(values))
  const { preview, isEmpty } = usePreview(values, language)
  return (
    <div className="admin">
      <CampaignReport editor={editor} campaign={campaign} />
      <LanguageTabs
        language={language}
        isWritten={(one) => hasCampaignText(values, one)}
        onLanguage={setLanguage}
      />
      <MailPreview preview={preview} language={language} isEmpty={isEmpty} />
    </div>
  )
}

/** Text typed while it was saved stays, and counts as not saved. */
function markAsSaved(form: UseFormReturn<CampaignValues>, saved: CampaignValues): void {
  form.reset(saved, { keepValues: true })
  const names = Object.keys(saved) as (keyof CampaignValues)[]
  for (const name of names) form.setValue(name, form.getValues(name), { shouldDirty: true })
}

/** Brings up the faulty text of a refused submit where another language is shown. */
function useShowFaultyText(
  { formState: { errors, submitCount }, setFocus }: UseFormReturn<CampaignValues>,
  language: AcceptedLocale,
  onLanguage: (language: AcceptedLocale) => void,
): void {
  const hidden = useRef<CampaignTextField>(undefined)
  useEffect(() => {
    const faulty = findCampaignTextField((name) => errors[name] !== undefined, language)
    if (!faulty || faulty.language === language) return
    hidden.current = faulty.name
    onLanguage(faulty.language)
    // Typing after it changes nothing.
  }, [submitCount])
  useEffect(() => {
    if (hidden.current) setFocus(hidden.current)
    hidden.current = undefined
  }, [language, setFocus])
}

type DraftEditorProps = { editor: CampaignEditorStore; first: CampaignView | undefined }

function useCampaignForm({ editor, first }: DraftEditorProps, language: AcceptedLocale) {
  const [defaults] = useState(() => toFormValues(first))
  const intent = useRef<CampaignIntent>('save')
  const form = useValidatedForm<CampaignValues>({
    schema: CampaignForm,
    defaults,
    fieldOfCode: { campaign_name_taken: 'name' },
    async send(values) {
      try {
        await editor.save(values)
      } catch (error) {
        // The alert above the text says so, with the ways to solve it.
        if (error instanceof ApiError && error.code === 'changed_meanwhile') return
        throw toCampaignFormError(error)
      }
      markAsSaved(form, values)
      if (intent.current === 'test') await editor.test(language)
      else if (intent.current === 'send') await editor.askToSend(values)
      else showSuccess(m.admin_saved({ name: values.name }))
    },
  })
  function send(next: CampaignIntent): void {
    intent.current = next
    void form.submit()
  }
  return { form, send }
}

function DraftEditor({ editor, first }: DraftEditorProps) {
  const [language, setLanguage] = useState(() => findFirstLanguage(toFormValues(first)))
  const [pane, setPane] = useState<Pane>('write')
  const { form, send } = useCampaignForm({ editor, first }, language)
  const { isDirty } = form.formState
  useShowFaultyText(form, language, setLanguage)
  const { preview, isEmpty } = usePreview(form.watch(), language)
  const conflict = useStore(editor.$conflict)
  useLeaveWarning(() => isDirty)
  return (
    <>
      <EditorForm form={form} pane={pane} onSave={() => send('save')}>
        <CampaignBar
          {...{ editor, pane, isDirty }}
          isBusy={form.isBusy}
          onPane={setPane}
          onIntent={send}
        />
        {conflict && (
          <ConflictNotice
            theirs={conflict}
            onKeep={() => {
              editor.acceptConflict()
              send('save')
            }}
          />
        )}
        <Failure text={form.failure} />
        <CampaignFields language={language} onLanguage={setLanguage} fieldOf={form.fieldOf} />
        <MailPreview preview={preview} language={language} isEmpty={isEmpty} />
      </EditorForm>
      <SendDialog editor={editor} />
    </>
  )
}

type ConflictNoticeProps = { theirs: RevisionConflict; onKeep: () => void }

function ConflictNotice({ theirs: { by, at }, onKeep }: ConflictNoticeProps) {
  return (
    <ConflictAlert text={by ? m.campaign_conflict_by({ name: by }) : m.campaign_conflict()} at={at}>
      <a className="button" href={location.href} target="_blank" rel="noopener">
        {m.editor_see_theirs()}
        <span className="visually-hidden">{m.editor_new_tab()}</span>
      </a>
      <Button label={m.editor_keep_mine()} onClick={onKeep} />
    </ConflictAlert>
  )
}
