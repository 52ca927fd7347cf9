const line = document.querySelector<HTMLElement>('[data-offline]')

function follow(): void {
  if (line) line.hidden = navigator.onLine
}

addEventListener('offline', follow)
addEventListener('online', follow)
follow()
