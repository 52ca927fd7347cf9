import type { SearchKind } from '#site/ui/fields/suggestions.ts'

/** The searches of the filters work as plain fields; suggestions come with the first focus. */
async function enhanceNameSearch(host: HTMLElement, field: HTMLInputElement): Promise<void> {
  const { mountNameSearch } = await import('./mount.tsx')
  mountNameSearch({ host, field, kind: host.dataset.suggest as SearchKind })
}

for (const host of document.querySelectorAll<HTMLElement>('[data-suggest]')) {
  const field = host.querySelector('input')
  field?.addEventListener('focus', () => void enhanceNameSearch(host, field), { once: true })
}
