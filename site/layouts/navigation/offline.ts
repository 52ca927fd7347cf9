const line = document.querySelector<HTMLElement>('[data-offline]')

function updateOfflineLine(): void {
  if (line) line.hidden = navigator.onLine
}

addEventListener('offline', updateOfflineLine)
addEventListener('online', updateOfflineLine)
updateOfflineLine()
