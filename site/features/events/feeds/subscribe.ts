import { copyLink } from '#site/ui/share/copy-link.ts'

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-copy-address]')
  if (button) void copyLink(button.dataset['copyAddress'] ?? '')
})
