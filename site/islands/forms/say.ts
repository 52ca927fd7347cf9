import { m } from '#site/lib/messages.ts'

/** Toasts with a title. Loaded when first needed, and never on the server. */

async function say(title: string, text: string, kind: 'info' | 'error'): Promise<void> {
  const { toast } = await import('#site/islands/toast/toast.ts')
  toast(m.toast_titled({ title, text }), { kind })
}

export function saySuccess(text: string): void {
  void say(m.toast_success(), text, 'info')
}

export function sayError(text: string): void {
  void say(m.toast_error(), text, 'error')
}
