import { copyLink } from './copy-link.ts'

/** The page itself, unless the button names another. */
function readSharedPage({ dataset }: HTMLElement): { url: string; title: string } {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return {
    url: dataset.share || canonical?.href || location.href,
    title: dataset.title ?? document.querySelector('h1')?.textContent ?? document.title,
  }
}

async function sharePage(page: { url: string; title: string }): Promise<void> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet is no failure.
    await navigator.share(page).catch(() => undefined)
    return
  }
  await copyLink(page.url)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-share]')
  if (button) void sharePage(readSharedPage(button))
})
