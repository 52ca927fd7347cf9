/** Links to a section that name another tab of the profile, as older mails do, lead to its own. */

const sectionLinks = document.querySelector<HTMLElement>('[data-sections-elsewhere]')
const elsewhere = JSON.parse(sectionLinks?.dataset.sectionsElsewhere ?? '{}') as Record<
  string,
  string
>

function followMovedSection(): void {
  const { hash, search } = location
  // A proposal is an entry of its section.
  const path = elsewhere[hash.slice(1).replace(/^proposal-\d+$/, 'proposals')]
  if (path !== undefined) location.replace(path + search + hash)
}

followMovedSection()
addEventListener('hashchange', followMovedSection)
