import { m } from '#site/lib/messages.ts'

/** Toasts. Loaded when first needed, and never on the server. */

async function say(text: string, kind: 'info' | 'error'): Promise<void> {
  const { toast } = await import('#site/islands/toast/toast.ts')
  toast(text, { kind })
}

export function saySuccess(text: string): void {
  void say(m.toast_titled({ title: m.toast_success(), text }), 'info')
}

export function sayError(text: string): void {
  void say(m.toast_titled({ title: m.toast_error(), text }), 'error')
}

export function sayKept(): void {
  void say(m.propose_draft_restored(), 'info')
}
