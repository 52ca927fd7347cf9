/** Theme and language choices, kept by this browser. The first paint applies them: site/inline. */
const page = document.documentElement
const oneYear = 365 * 86_400

function markTheme(): void {
  const chosen = page.dataset.theme ?? 'system'
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
    button.ariaPressed = String(button.dataset.themeChoice === chosen)
  }
}

function chooseTheme(theme: string): void {
  if (theme === 'system') {
    delete page.dataset.theme
    localStorage.removeItem('theme')
  } else {
    page.dataset.theme = theme
    localStorage.setItem('theme', theme)
  }
  markTheme()
}

function rememberLocale(locale: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `locale=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const theme = target.closest<HTMLElement>('[data-theme-choice]')?.dataset.themeChoice
  if (theme) chooseTheme(theme)
  const link = target.closest<HTMLAnchorElement>('a[data-locale]')
  if (link?.dataset.locale) {
    rememberLocale(link.dataset.locale)
    // The server leaves filters and anchors out: its answer is the same for everyone.
    link.search = location.search
  }
  if (target.closest('[data-offer-dismiss]')) {
    localStorage.setItem('language_offer', 'dismissed')
    delete page.dataset.offer
  }
})

// The way back from login; what follows the path is known here only.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-login]')) {
  if (!location.pathname.endsWith('/login')) {
    link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`
  }
}

markTheme()
