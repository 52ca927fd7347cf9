import { api } from '#site/lib/api.ts'
import { searchByName, type SearchKind } from '#site/ui/fields/suggestions.ts'

/** The searches of the filters work as plain fields; suggestions come with the first focus. */
async function enhance(host: HTMLElement, field: HTMLInputElement): Promise<void> {
  const kind = host.dataset.suggest as SearchKind
  const [{ mountNameSearch }, first] = await Promise.all([
    import('./mount.tsx'),
    searchByName(api, kind, field.value),
  ])
  mountNameSearch({ host, field, kind, first })
}

for (const host of document.querySelectorAll<HTMLElement>('[data-suggest]')) {
  const field = host.querySelector('input')
  field?.addEventListener('focus', () => void enhance(host, field), { once: true })
}
