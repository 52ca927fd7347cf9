import { atom, computed } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import { failureText } from '#site/lib/failure-text.ts'
import type { ProposalView, SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import {
  findWizardStep,
  wizardSteps,
  toEventInput,
  type Draft,
  type DraftFieldName,
} from './draft.ts'
import { toDraftFieldName } from './draft-errors.ts'
import { createOwnChannelsStore } from './own-channels.ts'
import { createSimilarEventsSearch } from './similar-search.ts'
import { createVideoLookup, type VideoLookup } from './video-lookup.ts'
import { createDraftStorage, type DraftStorage } from './draft-storage.ts'

type WizardPhase = 'editing' | 'sending' | 'sent'
export type DraftError = { field: DraftFieldName; msg: string }

type Dependencies = {
  api: Api
  storage: DraftStorage
  blank: () => Draft
  /** Undefined: a new proposal. */
  proposal?: ProposalView | undefined
  /** Edits as a moderator, which leaves the proposal in its state. */
  isModerating?: boolean
  /** Link to start from. */
  link?: string
}

function submitProposal(
  { api, proposal, isModerating = false }: Dependencies,
  body: ApiRequestBody<'post', 'events'>,
  draft_key: string,
): Promise<ProposalView> {
  if (!proposal) return api.post('events', { body: { ...body, draft_key } })
  const { id } = proposal
  return isModerating
    ? api.put('admin/proposals/:id', { params: { id }, body })
    : api.put('events/:event', { params: { event: id }, body })
}

function createSteps({ $lookup }: VideoLookup, proposal: ProposalView | undefined) {
  const $step = atom(0)
  /** A proposal, or a video, says so much that one card holds all steps. */
  const $isCard = computed(
    [$step, $lookup],
    (step, { state }) => proposal !== undefined || (step === 0 && state === 'found'),
  )
  function goToStep(step: number): void {
    $step.set(Math.min(Math.max(step, 0), wizardSteps.length - 1))
  }
  return { $step, $isCard, goToStep }
}

/** Answers the text once, then nothing. */
function createOnceReader(text: string): () => string {
  let unread = text
  return () => {
    const taken = unread
    unread = ''
    return taken
  }
}

export function createWizardStore(dependencies: Dependencies) {
  const { api, proposal, link = '', isModerating = false } = dependencies
  const draftStorage = createDraftStorage(dependencies)
  const similarSearch = createSimilarEventsSearch(api)
  const videoLookup = createVideoLookup(api)
  const { $step, $isCard, goToStep } = createSteps(videoLookup, proposal)
  const $phase = atom<WizardPhase>('editing')
  const $failure = atom('')
  const $similar = atom<SimilarEvent[]>([])
  const $sent = atom<ProposalView | undefined>(undefined)

  function keep(draft: Draft): void {
    if ($similar.get().length > 0) $similar.set([])
    if ($phase.get() === 'editing') draftStorage.keep(draft)
  }

  function startOver(): Draft {
    draftStorage.discard()
    goTo(0)
    return draftStorage.untouched()
  }

  function goTo(step: number): void {
    $failure.set('')
    $similar.set([])
    goToStep(step)
  }

  async function send(draft: Draft, confirmSimilar = false): Promise<DraftError[]> {
    if ($phase.get() !== 'editing') return []
    $phase.set('sending')
    $failure.set('')
    const input = { ...toEventInput(draft), confirm_similar: confirmSimilar || isModerating }
    try {
      const sent = await submitProposal(dependencies, input, draftStorage.key())
      draftStorage.discard()
      $sent.set(sent)
      $phase.set('sent')
      return []
    } catch (error) {
      const { similar, faults, failure } = toSubmitRefusal(error)
      $phase.set('editing')
      if (!confirmSimilar && similarSearch.areDismissed(similar)) return send(draft, true)
      if (faults.length > 0 && !$isCard.get())
        goTo(Math.min(...faults.map(({ field }) => findWizardStep(field))))
      $similar.set(similar)
      $failure.set(failure)
      return faults
    }
  }

  return {
    ...{ $step, $isCard, $phase, $failure, $similar, $sent, similarSearch, videoLookup },
    ...createOwnChannelsStore(api),
    takeLink: createOnceReader(link),
    isResubmission: proposal?.status === 'rejected' && !isModerating,
    initialDraft: draftStorage.initial,
    isRestored: draftStorage.isRestored,
    startOver,
    keep,
    discard: draftStorage.discard,
    goTo,
    send,
  }
}
export type WizardStore = ReturnType<typeof createWizardStore>

type SubmitRefusal = { similar: SimilarEvent[]; faults: DraftError[]; failure: string }

function toSubmitRefusal(error: unknown): SubmitRefusal {
  const nothing = { similar: [], faults: [], failure: '' }
  if (error instanceof ApiError && error.code === 'similar_events') {
    return { ...nothing, similar: error.details as SimilarEvent[] }
  }
  const reported = error instanceof ApiError ? error.fieldErrors : []
  const faults = reported
    .map(({ path, msg }) => ({ field: toDraftFieldName(path), msg }))
    .filter(({ field }) => findWizardStep(field) >= 0)
  return faults.length > 0 ? { ...nothing, faults } : { ...nothing, failure: failureText(error) }
}
