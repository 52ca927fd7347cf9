import { pageTitle } from '#site/lib/format.ts'

/** For a page that goes on after what was new has been saved. */
export function setEditorPageTitle(name: string): void {
  document.title = pageTitle(name)
  for (const place of document.querySelectorAll('.editor-heading, .breadcrumbs [aria-current]')) {
    place.textContent = name
  }
}
