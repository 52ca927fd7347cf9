export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js')
}

/** Once the page has loaded: it comes after all that the page itself needs. */
function start(): void {
  registerServiceWorker().catch(() => undefined)
}

if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}
