import { atom } from 'nanostores'
import { formatActionFailure } from '#site/ui/admin/action-failure.ts'
import { m } from '#site/lib/messages.ts'

const pauseMs = 400

type Preview<View> = View & { isLoading: boolean; failure: string }
type PreviewOptions<Input, View> = {
  render: (input: Input) => Promise<View>
  empty: View
  /** The input of which `empty` is the preview. */
  first?: Input
  /** A change that is not typed is shown at once. */
  isImmediate?: (input: Input, last: Input | undefined) => boolean
  failed?: () => string
}

export function createPreviewStore<Input, View extends object>(
  options: PreviewOptions<Input, View>,
) {
  const { render, empty, first, isImmediate = () => false } = options
  const { failed = m.editor_preview_failed } = options
  const $preview = atom<Preview<View>>({ ...empty, isLoading: false, failure: '' })
  let wanted = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastTurn = 0

  async function load(): Promise<void> {
    if (wanted === undefined) return
    const turn = ++lastTurn
    clearTimeout(timer)
    $preview.set({ ...$preview.get(), isLoading: true })
    try {
      const view = await render(wanted)
      if (turn === lastTurn) $preview.set({ ...view, isLoading: false, failure: '' })
    } catch (error) {
      if (turn !== lastTurn) return
      // The last preview stays.
      const failure = formatActionFailure(failed(), error)
      $preview.set({ ...$preview.get(), isLoading: false, failure })
    }
  }

  function show(input: Input): void {
    if (JSON.stringify(input) === JSON.stringify(wanted)) return
    const delay = isImmediate(input, wanted) ? 0 : pauseMs
    wanted = input
    clearTimeout(timer)
    timer = setTimeout(() => void load(), delay)
  }

  const stop = () => clearTimeout(timer)
  return { $preview, show, load, stop }
}
