import { sendAnonymousRequest } from '#site/features/operations/client-reports/send.ts'
import { isAnalyticsDisabled } from '#site/lib/session/stored-settings.ts'

function countDealClick({ target, button }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-deal]') : null
  // The right button opens a menu, and leaves the page as it is.
  if (!link || button > 1 || isAnalyticsDisabled()) return
  sendAnonymousRequest(`deals/${Number(link.dataset.deal)}/click`, {})
}

document.addEventListener('click', countDealClick)
document.addEventListener('auxclick', countDealClick)
