/** The service worker shows pushes and says when a page cannot be reached. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js')
}

/** Whatever the page itself still needs comes first. A page does without it. */
function start(): void {
  registerServiceWorker().catch(() => undefined)
}

if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}
