import { followButton } from '#site/features/directory/follow-button.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import { picture } from '#site/ui/picture.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { participantAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ParticipantView } from '#worker/features/events/contract.ts'

export function participantsSection(page: PageContext, people: ParticipantView[]): Html {
  return html`<section class="section-small" aria-labelledby="stage">
    <div class="section-head">
      <h2 id="stage">${m.event_stage()}</h2>
      <p class="quiet figures">${formatCount(people.length, page.locale)}</p>
    </div>
    <ul class="people">
      ${people.map((person) => personItem(page, person))}
    </ul>
  </section>`
}

function personItem(page: PageContext, person: ParticipantView): Html {
  const { streamer_id: id, display_name: name } = person
  return html`<li class="person" ${attributes({ 'data-participant': id })}>
    ${personFace(person)}
    <div class="person-what">
      ${
        id === null
          ? html`<b>${name}</b>`
          : html`<a class="person-link whole-link" href="${paths.streamer(page.locale, id)}">
              ${name}
            </a>`
      }
      ${id !== null && confirmedNote(person)} ${channelFacts(person)}
    </div>
    ${id !== null && followButton(page, { kind: 'streamer', id, name, size: 'small' })}
  </li>`
}

function personFace(person: ParticipantView): Html {
  return picture({
    class: 'avatar person-face',
    path: person.avatar_path,
    drawn: participantAvatarPath(person),
    width: 44,
    height: 44,
    loading: 'lazy',
  })
}

function confirmedNote({ confirmed_at: confirmedAt }: ParticipantView): Html {
  const hidden = attributes({ hidden: confirmedAt === null })
  return html`<p class="person-confirmed" data-confirmed ${hidden}>
    ${icon('check', 16)} ${m.event_confirmed()}
  </p>`
}

function channelFacts({ platform }: ParticipantView): Html | undefined {
  if (!platform) return undefined
  return html`<p class="quiet quiet-small">${platformName(platform)}</p>`
}
