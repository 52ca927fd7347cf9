import { api } from '#site/lib/api.ts'
import { findNamed, type SearchKind } from '#site/islands/forms/find-named.ts'

/** The searches of the filters work as plain fields; suggestions come with the first focus. */
async function enhance(host: HTMLElement, field: HTMLInputElement): Promise<void> {
  const kind = host.dataset.suggest as SearchKind
  const [{ mountNameSearch }, first] = await Promise.all([
    import('./mount.tsx'),
    findNamed(api, kind, field.value),
  ])
  mountNameSearch({ host, field, kind, first })
}

for (const host of document.querySelectorAll<HTMLElement>('[data-suggest]')) {
  const field = host.querySelector('input')
  field?.addEventListener('focus', () => void enhance(host, field), { once: true })
}
