import '#site/features/directory/groups/groups.css'
import { categoryName, findForeignLanguage } from '#site/lib/event-labels.ts'
import { formatCount, nativeLanguageName } from '#site/lib/format.ts'
import { gameName } from '#site/lib/game-name.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { groupPicturePath } from '#worker/features/media/generated-images/paths.ts'
import { nextDate } from './next-date.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { GroupSummary } from '#worker/features/directory/groups/contract.ts'

type GroupCardProps = { group: GroupSummary; heading?: 'h2' | 'h3'; name?: Html }

export function groupCard(page: PageContext, props: GroupCardProps): Html {
  const { group, heading = 'h3', name } = props
  const path = paths.group(page.locale, group.slug)
  const lang = findForeignLanguage(group.language_code, page.locale)
  return html`<li class="group-card">
    ${emblem(group)}
    <div class="group-card-what">
      <${heading} class="group-card-name card-name">
        <a class="whole-link" href="${path}" ${attributes({ lang })}> ${name ?? group.name} </a>
      </${heading}>
      ${groupFacts(group)}
      <p class="group-card-when">
        ${nextDate(page, group.next)}
        <span class="quiet"> ${formatEventCount(page, group)} </span>
      </p>
    </div>
  </li>`
}

function emblem(group: GroupSummary): Html {
  return picture({
    class: 'group-emblem',
    path: group.thumbnail_path,
    drawn: groupPicturePath(group),
    width: 72,
    height: 72,
    loading: 'lazy',
  })
}

function groupFacts({ game, category, language_code: language }: GroupSummary): Html | undefined {
  const subject = game ? gameName(game) : category && categoryName(category)
  if (!subject && !language) return undefined
  return html`<p class="event-facts">
    ${subject && html`<span>${subject}</span>`}
    ${language && html`<span lang="${language}">${nativeLanguageName(language)}</span>`}
  </p>`
}

function formatEventCount({ locale }: PageContext, group: GroupSummary): string {
  const counted = (count: number) => ({ count, shown: formatCount(count, locale) })
  if (group.upcoming_events > 0) return m.groups_coming(counted(group.upcoming_events))
  if (group.total_events > 0) return m.groups_total(counted(group.total_events))
  return m.groups_no_events()
}
