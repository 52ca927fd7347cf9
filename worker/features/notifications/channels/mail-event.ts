import { html } from 'hono/html'
import type { Ticket } from '#worker/features/notifications/copy/formatter.ts'
import type { EventTimes } from '#worker/features/notifications/copy/notification.ts'

type Html = ReturnType<typeof html>

/** `picture` is a whole address of a raster image: mail programs show no SVG. */
export type MailFace = { name: string; picture: string }

export type MailEvent = {
  name: string
  url: string
  /** Null while none says what the event is. */
  poster: string | null
  /** Null where the event does not take place. */
  ticket: Ticket | null
  times: EventTimes
  /** Channel and participants, one line each. */
  people: string[]
  faces: MailFace[]
  /** Null where nobody of them chose to be shown. */
  hypers: { text: string; faces: MailFace[] } | null
  color: string
  /** Text of the link of a block within other text; null where the whole mail is about it. */
  action: string | null
  /** Says that it is cancelled, where the mail does not say so itself. */
  notice: string | null
  /** The times in plain text. */
  when: string
}

const table = 'border-collapse:separate;border-spacing:0'

function facesPart(faces: readonly MailFace[]): Html | '' {
  if (faces.length === 0) return ''
  return html`<div style="margin-top:8px;line-height:0">
    ${faces.map(
      ({ name, picture }) =>
        html`<img
          src="${picture}"
          alt="${name}"
          width="32"
          height="32"
          style="display:inline-block;margin:0 4px 0 0;border-radius:16px;object-fit:cover"
        />`,
    )}
  </div>`
}

function posterPart({ poster, name, url }: MailEvent): Html | '' {
  if (poster === null) return ''
  return html`<a href="${url}" style="display:block;margin:0 0 16px"
    ><img
      src="${poster}"
      alt="${name}"
      width="496"
      style="display:block;width:100%;height:auto;border:0;border-radius:10px"
  /></a>`
}

function ticketPart({ ticket, color }: MailEvent): Html | '' {
  if (ticket === null) return ''
  const small = 'font-size:13px;line-height:18px'
  return html`<td style="width:86px;padding:0 16px 0 0;vertical-align:top">
    <div
      class="ticket"
      style="padding:8px 4px 10px;border:1px solid #e4dac8;border-top:4px solid ${color};border-radius:10px;background:#fffdf9;color:#1b1a22;text-align:center"
    >
      <div style="${small};font-weight:600">${ticket.weekday}</div>
      <div style="font-size:28px;line-height:32px;font-weight:800">${ticket.day}</div>
      <div style="${small}">${ticket.month}</div>
      ${
        ticket.time &&
        html`<div style="margin-top:4px;font-size:14px;line-height:18px;font-weight:700">
          ${ticket.time}
        </div>`
      }
    </div>
  </td>`
}

function timesPart({ before, start }: EventTimes): Html {
  return html`${
    before && html`<div class="quiet" style="color:#62606d"><s>${before}</s></div>`
  }${start && html`<div style="font-weight:600">${start}</div>`}`
}

function hypersPart({ hypers }: MailEvent): Html | '' {
  if (hypers === null) return ''
  return html`<div class="quiet" style="margin-top:16px;color:#62606d;font-size:14px">
    ${hypers.text}${facesPart(hypers.faces)}
  </div>`
}

function actionPart({ action, url }: MailEvent): Html | '' {
  if (action === null) return ''
  return html`<a
    href="${url}"
    class="brand"
    style="display:inline-block;margin-top:8px;color:#b92d0c;font-weight:600"
    >${action}</a
  >`
}

export function renderEventPart(event: MailEvent): Html {
  const { action, name, people, faces, notice } = event
  const isBlock = action !== null
  const box = isBlock ? 'padding:16px;border:1px solid #e4dac8;border-radius:16px' : ''
  return html`<div class="line" style="margin:0 0 24px;${box}">
    ${posterPart(event)}
    <table role="presentation" style="width:100%;${table}">
      <tr>
        ${ticketPart(event)}
        <td style="padding:0;text-align:left;vertical-align:top">
          ${
            isBlock &&
            html`<div style="margin:0 0 4px;font-size:18px;line-height:24px;font-weight:700">
              ${name}
            </div>`
          }${notice && html`<div style="font-weight:700">${notice}</div>`}${timesPart(
            event.times,
          )}${people.map(
            (line) => html`<div class="quiet" style="color:#62606d">${line}</div>`,
          )}${facesPart(faces)}${actionPart(event)}
        </td>
      </tr>
    </table>
    ${hypersPart(event)}
  </div>`
}

export function renderEventText(event: MailEvent): string {
  const { action, name, notice, when, people, hypers, url } = event
  const lines = [action && name, notice, when, ...people, hypers?.text, action && url]
  return lines.filter(Boolean).join('\n')
}
