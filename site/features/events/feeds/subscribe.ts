/** False in a page that is not secure: it has no clipboard. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

async function copyAddress(button: HTMLElement): Promise<void> {
  // Before anything is awaited: some browsers write only while the click is handled.
  const writing = writeToClipboard(button.dataset['copyAddress'] ?? '')
  const { showCopyToast } = await import('./copy-toast.ts')
  showCopyToast(await writing)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-copy-address]')
  if (button) void copyAddress(button)
})
