const nav = document.querySelector<HTMLElement>('.profile-nav')
const links = new Map(
  [...(nav?.querySelectorAll('a') ?? [])].map((link) => [link.hash.slice(1), link] as const),
)
const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
const visibleSections = new Set<Element>()
let current: HTMLElement | undefined

function markCurrentLink(id: string): void {
  for (const [name, link] of links) {
    if (name === id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  const item = links.get(id)?.parentElement
  // The line of chips follows; a list that does not scroll stays where it is.
  if (nav && item) nav.scrollTo({ left: item.offsetLeft - nav.clientWidth / 3 })
}

function isAtPageEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 2
}

/** The first one in the upper part of the window; at the foot of the page the last. */
function findCurrentSection(): HTMLElement | undefined {
  if (isAtPageEnd()) return sections.at(-1)
  const [firstSection] = sections
  const isAbove = firstSection && firstSection.getBoundingClientRect().top > 0
  return (
    sections.find((section) => visibleSections.has(section)) ?? (isAbove ? firstSection : undefined)
  )
}

function markCurrentSection(): void {
  const read = findCurrentSection()
  if (!read || read === current) return
  current = read
  markCurrentLink(read.id)
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visibleSections.add(target)
      else visibleSections.delete(target)
    }
    markCurrentSection()
  },
  { rootMargin: '-20% 0px -55%' },
)
for (const section of sections) observer.observe(section)
addEventListener('scroll', markCurrentSection, { passive: true })
