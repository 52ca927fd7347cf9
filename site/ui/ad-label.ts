import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

/** @param payer Name of who pays for what stands below. */
export function adLabel(payer: string): Html {
  return html`<p class="row ad-label">
    <span class="badge">${m.ad_label()}</span>
    <span class="quiet">${m.ad_paid_by({ partner: payer })}</span>
  </p>`
}
