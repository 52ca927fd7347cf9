import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { html, type Html } from '#site/ui/html.ts'
import { timeDistance } from '#site/ui/time.ts'

export function notifiedAt(page: PageContext, at: string): Html {
  if (page.ctx.now - Date.parse(at) >= 60_000) return timeDistance(page, { at, class: 'quiet' })
  return html`<time class="quiet" datetime="${at}">${m.notifications_just_now()}</time>`
}
