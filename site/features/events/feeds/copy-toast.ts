import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

export function showCopyToast(isCopied: boolean): void {
  if (isCopied) showLoadedToast(m.subscribe_copied())
  else showLoadedToast(m.subscribe_copy_failed(), { kind: 'error' })
}
