import { singleEventRow } from '#site/features/events/single-row.ts'
import { daySection } from '#site/features/events/day-section.ts'
import { wasRescheduled } from '#site/lib/event-labels.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { groupByDay, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, fillMessage, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { MyWeekEvent } from '#worker/features/notifications/planned/contract.ts'
import { messageStateNames } from './planned-labels.ts'
import { plannedNotifications } from './planned-notifications.ts'

export type Follows = Pick<NotificationSettingsView, 'streamers' | 'games' | 'groups'>

type WeekRowsProps = {
  events: readonly MyWeekEvent[]
  /** Name of a hyped event at the same time, by event id. */
  clashes: ReadonlyMap<number, string>
  follows: Follows
}

/** The marker after the days has them cut again in the reader's zone. */
export function weekDays(page: PageContext, { events, ...rest }: WeekRowsProps): Html {
  const ofEvent = new Map(events.map((one) => [one.event, one]))
  const reader = utcTimeContext(page.locale, page.ctx.now)
  const days = groupByDay(
    events.map(({ event }) => event),
    reader,
  )
  const rowOf = (event: EventSummary) => weekRow(page, { own: ofEvent.get(event), ...rest })
  return html`<div class="days">
      ${days.map(({ day, events: ofDay }) => daySection(page, day, ofDay.map(rowOf)))}
    </div>
    <i hidden data-time-format="days" data-order="up"></i>`
}

export function liveRows(page: PageContext, { events, ...rest }: WeekRowsProps): Html {
  return html`<section class="day" aria-labelledby="week-live">
    <div class="day-label day-label-live">
      <h3 id="week-live">${m.events_phase_live()}</h3>
    </div>
    <ol class="day-rows">
      ${events.map((own) => weekRow(page, { own, ...rest }))}
    </ol>
  </section>`
}

type WeekRowProps = Omit<WeekRowsProps, 'events'> & { own: MyWeekEvent | undefined }

function weekRow(page: PageContext, { own, clashes, follows }: WeekRowProps): Html {
  if (!own) return html``
  const { event, is_hyped: isHyped } = own
  const below = html`<div class="week-below">
    ${originalStart(page, event)} ${isHyped ? reminders(page, own) : followReason(event, follows)}
    ${clashMark(clashes.get(event.id))}
  </div>`
  return singleEventRow(page, { event, isHyped, below })
}

function originalStart(page: PageContext, event: EventSummary): Html | undefined {
  if (event.previous_start === null || event.cancelled_at || !wasRescheduled(event))
    return undefined
  const start = time(page, { at: event.previous_start, as: 'when' })
  return html`<p class="week-note">${fillMessage(m.event_was_planned, start)}</p>`
}

/** A script shows and names it as events are hyped and no longer. */
function clashMark(name: string | undefined): Html {
  const hidden = attributes({ hidden: name === undefined })
  return html`<p class="clash-mark week-clash" data-clash ${hidden}>
    ${name !== undefined && m.calendar_overlap({ name })}
  </p>`
}

function followReason(event: EventSummary, follows: Follows): Html | undefined {
  const name = findFollowedName(event, follows)
  return name === undefined
    ? undefined
    : html`<p class="week-note">${m.agenda_followed({ name })}</p>`
}

/** A person before a group, and a group before a game: of them there is the least. */
function findFollowedName(event: EventSummary, follows: Follows): string | undefined {
  const people = [event.channel, ...event.participants].map((one) => one?.streamer_id)
  const found =
    follows.streamers.find(({ id }) => people.includes(id))?.display_name ??
    follows.groups.find(({ id }) => id === event.group?.id)?.name
  return found ?? follows.games.find(({ id }) => id === event.game?.id)?.name
}

function reminders(page: PageContext, { event, notices }: MyWeekEvent): Html {
  const steps = Map.groupBy(
    notices.flatMap((notice) => toReminderStep(notice) ?? []),
    ({ state }) => state,
  )
  return html`<p class="week-note" data-withdrawn hidden>${m.hyped_withdrawn()}</p>
    <details class="planned">
      <summary>
        <span class="planned-steps">
          <b>${m.planned_title()}</b>
          ${[...steps].map(
            ([state, ofState]) =>
              html`<span class="planned-step-${state}">
                ${state === 'sent' && html`<b>${messageStateNames.sent()}</b>`}
                ${ofState.map(({ at }) => time(page, { at, as: 'when' }))}
              </span>`,
          )}
          <span class="visually-hidden">${event.name}</span>
        </span>
      </summary>
      <div>${plannedNotifications(page, { event, notices })}</div>
    </details>`
}

type ReminderStep = { state: 'sent' | 'planned'; at: string }

/** Undefined for what nobody gets, or only should something happen. */
function toReminderStep({
  due,
  messages,
}: MyWeekEvent['notices'][number]): ReminderStep | undefined {
  if (due === null) return undefined
  for (const state of ['sent', 'planned'] as const) {
    const [first] = messages
      .flatMap((message) => (message.state === state ? [message.at ?? due] : []))
      .toSorted()
    if (first !== undefined) return { state, at: first }
  }
  return undefined
}
