import { $consent } from '#site/features/accounts/consent/consent.ts'
import { isAnalyticsDisabled } from '#site/lib/session/stored-settings.ts'
import type { ClientEventName } from '#worker/features/operations/client-reports/contract.ts'
import { createErrorReporter } from './error-reporter.ts'
import { sendAnonymousRequest } from './send.ts'

const { reportEvent, reportRejection } = createErrorReporter({
  route: document.documentElement.dataset.route ?? '/',
  build: BUILD_ID,
  address: () => location.href,
  send: (error) => sendAnonymousRequest('client_errors', error),
})

const clicks: [selector: string, name: ClientEventName][] = [
  ['[data-propose]', 'propose-open'],
  ['[data-calendar-target]', 'event-add-to-calendar'],
  ['[data-share]', 'event-share'],
  ['.channel', 'event-watch'],
  ['.search-option', 'search-result-open'],
  ['[data-achievement] .reward-close', 'achievement-notification-close'],
  ['[data-achievement] a', 'achievement-notification-click'],
]

let stop: AbortController | undefined
$consent.subscribe((choice) => {
  stop?.abort()
  if (choice !== 'functional') return
  stop = new AbortController()
  const { signal } = stop
  addEventListener('error', reportEvent, { signal })
  addEventListener('unhandledrejection', reportRejection, { signal })
})

function countClick({ target }: MouseEvent): void {
  if (!(target instanceof Element) || isAnalyticsDisabled()) return
  const clicked = clicks.find(([selector]) => target.closest(selector))
  if (clicked) sendAnonymousRequest('client_events', { name: clicked[1] })
}

// Before the scripts that act on the click, which may take the button away.
document.addEventListener('click', countClick, { capture: true })
