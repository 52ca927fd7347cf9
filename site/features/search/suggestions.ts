import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { highlightMatches } from './highlight-matches.ts'
import type { OptionGroup, ResultOption } from './options.ts'

const sizes = { wide: [64, 36], tall: [36, 48], round: [40, 40], square: [40, 40] } as const

function resultOption({ label, note, href, shape, ...paths }: ResultOption, search: string): Html {
  const [width, height] = sizes[shape]
  return html`<a class="search-option" role="option" tabindex="-1" href="${href}">
    <span class="search-picture">
      ${picture({ ...paths, class: `search-${shape}`, width, height })}
    </span>
    <span class="search-option-what">
      <span class="search-option-name">${highlightMatches(label, search)}</span>
      <span class="search-option-note">${note}</span>
    </span>
  </a>`
}

function optionGroup(title: string, options: Html[]): Html {
  const id = `search-group-${title.toLowerCase().replace(/\P{L}+/gu, '-')}`
  return html`<div role="group" aria-labelledby="${id}">
    <p class="search-group-title" id="${id}" role="presentation">${title}</p>
    ${options}
  </div>`
}

type Link = { label: string; href: string }

function optionLink({ label, href }: Link, name: string): Html {
  return html`<a class="search-option ${name}" role="option" tabindex="-1" href="${href}">
    ${label}
  </a>`
}

type Results = {
  groups: OptionGroup[]
  search: string
  day: Link | undefined
  allHref: string
}

export function searchResults({ groups, search, day, allHref }: Results): Html {
  return html`${day && optionLink(day, 'search-day')}
  ${groups.map(({ title, options }) =>
    optionGroup(
      title,
      options.map((option) => resultOption(option, search)),
    ),
  )}
  ${optionLink({ label: m.search_see_all({ text: search }), href: allHref }, 'search-all')}`
}

/** Forgotten by a click on the cross, and by the keyboard's Delete. */
export function recentSearches(texts: readonly string[]): Html {
  const options = texts.map(
    (text) =>
      html`<div
        class="search-option search-recent"
        role="option"
        ${attributes({ 'data-recent': text, 'aria-description': m.search_recent_hint() })}
      >
        <span class="search-option-name">${text}</span>
        <span class="search-forget" data-forget="${text}" aria-hidden="true">×</span>
      </div>`,
  )
  return html`${options.length > 0 && optionGroup(m.search_recent(), options)}`
}

/** Lines of the size of what is about to come. */
export function searchSkeleton(): Html {
  const line = html`<div class="search-option search-waiting" aria-hidden="true">
    <span class="skeleton search-waiting-picture"></span>
    <span class="skeleton search-waiting-name"></span>
  </div>`
  return html`${line}${line}${line}`
}
