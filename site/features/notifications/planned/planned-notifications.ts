import { separator } from '#site/lib/format.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { PlannedNotification } from '#worker/features/notifications/planned/contract.ts'
import {
  groupMessages,
  listUnreachableChannels,
  messageStateLabel,
  plannedNotificationTitle,
  type MessageGroup,
} from './planned-labels.ts'

type PlannedNotificationsProps = {
  event: Pick<EventSummary, 'phase' | 'time_certainty' | 'cancelled_at'>
  notices: PlannedNotification[]
}

export function plannedNotifications(
  page: PageContext,
  { event, notices }: PlannedNotificationsProps,
): Html {
  const isUpcoming = event.phase === 'upcoming'
  const hasNoHour = event.time_certainty !== 'exact' && isUpcoming
  return html`<div class="planned-list">
    ${hasNoHour && event.cancelled_at === null && html`<p class="quiet">${m.planned_no_hour()}</p>`}
    ${notices.length === 0 && html`<p class="quiet">${m.planned_nothing()}</p>`}
    <ul class="planned-facts">
      ${notices.map((notice) => plannedFact(page, notice))}
    </ul>
    ${isUpcoming && unreachableChannels(notices)}
    ${
      isUpcoming &&
      html`<a class="planned-change" href="${`${paths.myNotifications(page.locale)}#reach`}">
        ${m.planned_change()}
      </a>`
    }
  </div>`
}

function unreachableChannels(notices: PlannedNotification[]): Html {
  return html`<ul class="quiet">
    ${listUnreachableChannels(notices).map(
      ({ channel, why }) =>
        html`<li>${m.planned_channel_why({ channel: deliveryChannelNames[channel](), why })}</li>`,
    )}
  </ul>`
}

function plannedFact(page: PageContext, notice: PlannedNotification): Html {
  const { due } = notice
  return html`<li>
    <p class="planned-fact">
      <b>${plannedNotificationTitle(notice)}</b>
      ${due === null ? html`<span>${m.reminder_at_once()}</span>` : time(page, { at: due, as: 'when' })}
    </p>
    <ul>
      ${groupMessages(notice).map((group) => messageLine(page, notice, group))}
    </ul>
  </li>`
}

function messageLine(page: PageContext, notice: PlannedNotification, group: MessageGroup): Html {
  const { state, at, why, channels } = group
  return html`<li class="planned-line">
    <span class="badge planned-${state}">${messageStateLabel(state, notice)}</span>
    <span>
      ${channels.map((channel) => deliveryChannelNames[channel]()).join(separator)}${
        at !== null && html`${separator}${time(page, { at, as: 'when' })}`
      }
      ${why && html`<span class="quiet">${why}</span>`}
    </span>
  </li>`
}
