import { formatCount, formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { reportMember } from '#site/ui/report-member.ts'
import { picture } from '#site/ui/picture.ts'
import type { PageContext } from '#site/lib/page-context.ts'

type HypeFace = { username: string; avatar_path: string; drawn_avatar_path: string }
type HypeFacesProps = { faces: readonly HypeFace[]; count: number }

const namedAtMost = 2

export function hypeFaces(page: PageContext, { faces, count }: HypeFacesProps): Html | undefined {
  if (faces.length === 0) return undefined
  return html`<div class="hype-faces">
    <div class="hype-faces-pictures">${faces.map(facePicture)}</div>
    <p class="quiet">${m.event_hyped_by({ names: formatHyperNames(page, faces, count) })}</p>
    <details class="hype-faces-report when-scripted">
      <summary class="quiet">${m.report_open()}</summary>
      <ul>
        ${faces.map(reportFace)}
      </ul>
    </details>
  </div>`
}

function reportFace({ username }: HypeFace): Html {
  return html`<li>${username} ${reportMember(username)}</li>`
}

function facePicture(face: HypeFace, index: number): Html {
  const { avatar_path: path, drawn_avatar_path: drawn, username } = face
  const alt = index < namedAtMost ? '' : username
  return picture({ class: 'avatar', path, drawn, alt, width: 32, height: 32, loading: 'lazy' })
}

function formatHyperNames(
  { locale }: PageContext,
  faces: readonly HypeFace[],
  count: number,
): string {
  const shownNames = faces.slice(0, namedAtMost).map(({ username }) => username)
  const otherCount = Math.max(count - shownNames.length, 0)
  if (otherCount === 0) return formatList(shownNames, locale)
  const rest = m.hype_others({ count: otherCount, shown: formatCount(otherCount, locale) })
  return formatList([...shownNames, rest], locale)
}
