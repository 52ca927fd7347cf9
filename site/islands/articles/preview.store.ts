import { atom } from 'nanostores'
import { actFailure } from '#site/islands/admin/act-failure.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { PreviewInput, PreviewView } from '#worker/features/articles/contract.ts'

const pauseMs = 400

type Preview = { html: string; isLoading: boolean; failure: string }

/** A text as the site renders it, asked for when typing stops. */
export function createPreview({ api }: { api: Pick<Api, 'post'> }) {
  const $preview = atom<Preview>({ html: '', isLoading: false, failure: '' })
  let wanted: PreviewInput = { markdown: '', language: null }
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastTurn = 0

  async function load(): Promise<void> {
    const turn = ++lastTurn
    clearTimeout(timer)
    $preview.set({ ...$preview.get(), isLoading: true })
    try {
      const { html } = await api.post<PreviewView>('admin/articles/preview', wanted)
      if (turn === lastTurn) $preview.set({ html, isLoading: false, failure: '' })
    } catch (error) {
      if (turn !== lastTurn) return
      // The last one that could be had stays.
      const failure = actFailure(m.editor_preview_failed(), error)
      $preview.set({ ...$preview.get(), isLoading: false, failure })
    }
  }

  function show(input: PreviewInput): void {
    if (input.markdown === wanted.markdown && input.language === wanted.language) return
    wanted = input
    clearTimeout(timer)
    timer = setTimeout(() => void load(), pauseMs)
  }

  return { $preview, show, load }
}
export type PreviewStore = ReturnType<typeof createPreview>
