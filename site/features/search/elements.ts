import { splitAtMatches } from './highlight.ts'
import { m } from '#site/lib/messages.ts'
import type { OptionGroup, ResultOption } from './options.ts'

/** Made without any markup from outside. */

type Attributes = Record<string, string>
type Child = Node | string

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: Child[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

function markMatches(text: string, search: string): Child[] {
  return splitAtMatches(text, search).map((piece) =>
    piece.isMatch ? createElement('mark', {}, [piece.text]) : piece.text,
  )
}

const sizes = { wide: [64, 36], tall: [36, 48], round: [40, 40], square: [40, 40] } as const

function pictureElement({ picture: { src, behind }, shape }: ResultOption): HTMLElement {
  const [width, height] = sizes[shape]
  const shared = { alt: '', width: String(width), height: String(height) }
  const name = `search-${shape}`
  if (!behind) return createElement('img', { class: name, src, ...shared })
  return createElement('span', { class: `picture ${name}` }, [
    createElement('img', { src: behind, ...shared }),
    createElement('img', { src, ...shared }),
  ])
}

function resultElement(option: ResultOption, search: string): HTMLElement {
  return createElement(
    'a',
    { class: 'search-option', role: 'option', tabindex: '-1', href: option.href },
    [
      createElement('span', { class: 'search-picture' }, [pictureElement(option)]),
      createElement('span', { class: 'search-option-what' }, [
        createElement('span', { class: 'search-option-name' }, markMatches(option.label, search)),
        createElement('span', { class: 'search-option-note' }, [option.note]),
      ]),
    ],
  )
}

function groupElement(title: string, options: HTMLElement[]): HTMLElement {
  const id = `search-group-${title.toLowerCase().replace(/\P{L}+/gu, '-')}`
  return createElement('div', { role: 'group', 'aria-labelledby': id }, [
    createElement('p', { class: 'search-group-title', id, role: 'presentation' }, [title]),
    ...options,
  ])
}

type Link = { label: string; href: string }

function linkElement({ label, href }: Link, name: string): HTMLElement {
  const attributes = { class: `search-option ${name}`, role: 'option', tabindex: '-1', href }
  return createElement('a', attributes, [label])
}

type Results = {
  groups: OptionGroup[]
  search: string
  day: Link | undefined
  allHref: string
}

export function createResultElements({ groups, search, day, allHref }: Results): HTMLElement[] {
  return [
    ...(day ? [linkElement(day, 'search-day')] : []),
    ...groups.map(({ title, options }) =>
      groupElement(
        title,
        options.map((option) => resultElement(option, search)),
      ),
    ),
    linkElement({ label: m.search_see_all({ text: search }), href: allHref }, 'search-all'),
  ]
}

export function createRecentElements(texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return []
  const options = texts.map((text) =>
    createElement(
      'div',
      {
        class: 'search-option search-recent',
        role: 'option',
        'data-recent': text,
        'aria-description': m.search_recent_hint(),
      },
      [
        createElement('span', { class: 'search-option-name' }, [text]),
        // For the pointer; the keyboard has Delete.
        createElement(
          'span',
          { class: 'search-forget', 'data-forget': text, 'aria-hidden': 'true' },
          ['×'],
        ),
      ],
    ),
  )
  return [groupElement(m.search_recent(), options)]
}

/** Lines of the size of what is about to come. */
export function createSkeletonElements(): HTMLElement[] {
  return [1, 2, 3].map(() =>
    createElement('div', { class: 'search-option search-waiting', 'aria-hidden': 'true' }, [
      createElement('span', { class: 'skeleton search-waiting-picture' }),
      createElement('span', { class: 'skeleton search-waiting-name' }),
    ]),
  )
}
