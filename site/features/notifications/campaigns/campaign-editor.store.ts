import { atom } from 'nanostores'
import { withFailureMessage, toRevisionConflict } from '#site/ui/admin/action-failure.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import { ApiError, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { RevisionConflict } from '#worker/contracts/errors.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type {
  CampaignRecipients,
  CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'
import {
  toCampaignBody,
  toFormValues,
  toRecipientsInput,
  type CampaignValues,
} from './campaign-form.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'put'>
  /** Called after the first save. */
  onCreated: (campaign: CampaignView) => void
}

/** Turns a field error into a general one: the dialog has no fields. */
async function withGeneralError<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const [first] = error instanceof ApiError ? error.fieldErrors : []
    throw first ? new ApiError({ status: 422, code: 'refused', msg: first.msg }) : error
  }
}

function requireSavedCampaign(campaign: CampaignView | undefined): CampaignView {
  if (!campaign) throw new Error('The campaign is not saved yet')
  return campaign
}

type CampaignSaverDependencies = Pick<Dependencies, 'api' | 'onCreated'>

function createCampaignSaver(
  { api, onCreated }: CampaignSaverDependencies,
  first: CampaignView | undefined,
) {
  const $campaign = atom(first)
  const $conflict = atom<RevisionConflict | undefined>()
  const serialize = (values: CampaignValues) => JSON.stringify(toCampaignBody(values))
  let stored = first && serialize(toFormValues(first))

  function put(values: CampaignValues): Promise<CampaignView> {
    const before = $campaign.get()
    const body = toCampaignBody(values)
    if (!before) return api.post('admin/campaigns', { body })
    const { id, revision } = before
    return api.put('admin/campaigns/:id', { params: { id }, body: { ...body, revision } })
  }

  async function save(values: CampaignValues): Promise<void> {
    if (stored === serialize(values)) return
    const isNew = $campaign.get() === undefined
    try {
      const campaign = await withFailureMessage(m.campaign_save_failed(), put(values))
      stored = serialize(values)
      $conflict.set(undefined)
      $campaign.set(campaign)
      if (isNew) onCreated(campaign)
    } catch (error) {
      $conflict.set(toRevisionConflict(error))
      throw error
    }
  }

  /** The next save overwrites the conflicting one, and none that came later. */
  function acceptConflict(): void {
    const [campaign, theirs] = [$campaign.get(), $conflict.get()]
    if (campaign && theirs) $campaign.set({ ...campaign, revision: theirs.revision })
    stored = undefined
    $conflict.set(undefined)
  }

  const current = () => ({ params: { id: requireSavedCampaign($campaign.get()).id } })
  return { $campaign, $conflict, current, save, acceptConflict }
}

export function createCampaignEditorStore(
  dependencies: Dependencies,
  first: CampaignView | undefined,
) {
  const { api, onCreated, ...voice } = dependencies
  const { current, ...saving } = createCampaignSaver({ api, onCreated }, first)
  const { $campaign } = saving
  const $recipients = atom<CampaignRecipients | undefined>()
  const { $isBusy, run } = createPanelRunner(voice)

  function test(language: AcceptedLocale): Promise<boolean> {
    return run(async () => {
      const call = api.post('admin/campaigns/:id/test', { ...current(), body: { language } })
      const { email } = await withGeneralError(call)
      return m.campaign_test_sent({ email })
    }, m.campaign_test_failed)
  }

  /** Counts the recipients of what was just saved. */
  function askToSend(values: CampaignValues): Promise<boolean> {
    return run(async () => {
      const body = toRecipientsInput(values)
      $recipients.set(await api.post('admin/campaigns/recipients', { body }))
    }, m.campaign_send_failed)
  }

  /** The server refuses a revision that somebody else saved since. */
  function send(): Promise<boolean> {
    return run(async () => {
      const body = { revision: requireSavedCampaign($campaign.get()).revision }
      const call = api.post('admin/campaigns/:id/send', { ...current(), body })
      const campaign = await withGeneralError(call)
      $recipients.set(undefined)
      $campaign.set(campaign)
      return m.campaign_started({ name: campaign.name })
    }, m.campaign_send_failed)
  }

  function stop(): Promise<boolean> {
    return run(async () => {
      const campaign = await api.post('admin/campaigns/:id/stop', current())
      $campaign.set(campaign)
      return m.campaign_stopped({ name: campaign.name })
    }, m.campaign_stop_failed)
  }

  async function refresh(): Promise<void> {
    if (!$campaign.get()) return
    const campaign = await api.get('admin/campaigns/:id', current()).catch(() => undefined)
    if (campaign) $campaign.set(campaign)
  }

  const closeRecipients = () => $recipients.set(undefined)
  return { ...saving, $recipients, $isBusy, test, askToSend, send, stop, refresh, closeRecipients }
}
export type CampaignEditorStore = ReturnType<typeof createCampaignEditorStore>
