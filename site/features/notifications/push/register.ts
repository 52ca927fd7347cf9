export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js')
}

/** Once the page has loaded: it comes after all that the page itself needs. */
function registerAfterLoad(): void {
  registerServiceWorker().catch(() => undefined)
}

if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerAfterLoad()
  else addEventListener('load', registerAfterLoad)
}
