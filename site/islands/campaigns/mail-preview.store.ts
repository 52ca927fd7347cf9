import { atom } from 'nanostores'
import { actFailure } from '#site/islands/admin/act-failure.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { CampaignPreview, CampaignPreviewInput } from '#worker/features/campaigns/contract.ts'

const pauseMs = 400

type Preview = CampaignPreview & { isLoading: boolean; failure: string }

/** A mail as the server writes it, asked for when typing stops. */
export function createMailPreview({ api }: { api: Pick<Api, 'post'> }) {
  const $preview = atom<Preview>({ html: '', text: '', isLoading: false, failure: '' })
  let wanted: CampaignPreviewInput | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastTurn = 0

  async function load(): Promise<void> {
    const turn = ++lastTurn
    clearTimeout(timer)
    $preview.set({ ...$preview.get(), isLoading: true })
    try {
      const mail = await api.post<CampaignPreview>('admin/campaigns/preview', wanted)
      if (turn === lastTurn) $preview.set({ ...mail, isLoading: false, failure: '' })
    } catch (error) {
      if (turn !== lastTurn) return
      // The last one that could be had stays.
      const failure = actFailure(m.editor_preview_failed(), error)
      $preview.set({ ...$preview.get(), isLoading: false, failure })
    }
  }

  /** Another language is shown at once. */
  function show(input: CampaignPreviewInput): void {
    if (JSON.stringify(input) === JSON.stringify(wanted)) return
    const isOther = input.language !== wanted?.language
    wanted = input
    clearTimeout(timer)
    timer = setTimeout(() => void load(), isOther ? 0 : pauseMs)
  }

  const stop = () => clearTimeout(timer)
  return { $preview, show, load, stop }
}
export type MailPreviewStore = ReturnType<typeof createMailPreview>
