import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { proposeParameter } from '#site/lib/session/return-url.ts'
import { listPlatforms } from '#worker/contracts/platform-list.ts'

function createBookmarklet(): string {
  const home = new URL(paths.home(getLocale()), location.origin)
  return `javascript:void open('${home.href}?${proposeParameter}='+encodeURIComponent(location.href))`
}

export function ProposeShortcut() {
  const link = useRef<HTMLAnchorElement>(null)
  // React refuses such an address in markup.
  useEffect(() => link.current?.setAttribute('href', createBookmarklet()), [])
  const platforms = listPlatforms(getLocale(), 'disjunction')
  return (
    <details>
      <summary>{m.propose_shortcut()}</summary>
      <div className="stack">
        <p>{m.propose_shortcut_text({ platforms })}</p>
        {/* Made to be dragged: the policy of this page refuses the click. */}
        <a ref={link} className="button" onClick={(event) => event.preventDefault()}>
          {m.propose_shortcut_name()}
        </a>
        <p className="quiet">{m.propose_shortcut_phone()}</p>
      </div>
    </details>
  )
}
