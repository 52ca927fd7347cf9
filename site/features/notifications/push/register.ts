export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js')
}

/** Once the page has loaded: it comes after all that the page itself needs. */
function tryRegisterServiceWorker(): void {
  registerServiceWorker().catch(() => undefined)
}

if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') tryRegisterServiceWorker()
  else addEventListener('load', tryRegisterServiceWorker)
}
