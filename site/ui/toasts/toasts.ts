import type { ToastOptions } from '#site/ui/toasts/toast.store.ts'
import { m } from '#site/lib/messages.ts'

/** Loaded when first needed, and never on the server. */

export async function showToast(text: string, options: ToastOptions): Promise<void> {
  const { showLoadedToast } = await import('#site/ui/toasts/toast.ts')
  showLoadedToast(text, options)
}

export async function closeSubjectToast(subject: string): Promise<void> {
  const { closeLoadedToastAbout } = await import('#site/ui/toasts/toast.ts')
  closeLoadedToastAbout(subject)
}

export function showSuccess(text: string): void {
  void showToast(text, {})
}

export function showError(text: string): void {
  void showToast(text, { kind: 'error' })
}

export function showDraftRestored(): void {
  void showToast(m.propose_draft_restored(), {})
}
