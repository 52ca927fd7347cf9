import { describe, expect, test } from 'vitest'
import type { EventId, Locale } from '#worker/contract.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import { NotificationKind } from './contract.ts'
import type { Notice, NoticeEvent } from './notice.ts'
import { noticeText } from './texts.ts'
import { discordWriter, plainWriter } from './writer.ts'

const start = Date.UTC(2027, 2, 5, 23, 30)
const day = 86_400_000
const seconds = start / 1000

function eventOf(certainty: TimeCertainty = 'exact') {
  return { name: 'The *great* show', slug: 'show', startAt: start, certainty, timeZone: 'UTC' }
}

const event = eventOf()
const notices: Notice[] = [
  { kind: 'reminder', payload: { hours: 24 }, event },
  { kind: 'reminder', payload: { hours: 1 }, event },
  { kind: 'event_changed', payload: { old: start - day, start, certainty: 'exact' }, event },
  {
    kind: 'event_changed',
    payload: { old: start - day, start, certainty: 'tba' },
    event: eventOf('tba'),
  },
  { kind: 'event_cancelled', payload: { reason: null }, event },
  { kind: 'event_cancelled', payload: { reason: 'No <venue>' }, event },
  { kind: 'new_event_followed', payload: { streamer: 'A_streamer', game: 'A_game' }, event },
  { kind: 'new_event_followed', payload: { streamer: null, game: 'A_game' }, event },
  { kind: 'new_event_followed', payload: {}, event },
  {
    kind: 'new_event_followed',
    payload: { events: [1, 2] as EventId[], more: 0 },
    event: undefined,
    listed: [event, eventOf('tba')],
  },
  {
    kind: 'new_event_followed',
    payload: { events: [1] as EventId[], more: 3 },
    event: undefined,
    listed: [event],
  },
  { kind: 'proposal_decision', payload: { decision: 'approved' }, event },
  {
    kind: 'proposal_decision',
    payload: { decision: 'rejected', reason_code: 'no_proof', reason: null },
    event,
  },
  { kind: 'level_up', payload: { level: 7 }, event: undefined },
  { kind: 'achievement', payload: { name: 'Night_owl' }, event: undefined },
]
const locales: Locale[] = ['en', 'es', 'fr']

test('every kind is among these', () => {
  const kinds = new Set(notices.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(NotificationKind.options.toSorted())
})

describe.each(locales)('in %s', (locale) => {
  const texts = notices.map((notice) =>
    noticeText(notice, plainWriter(locale, { timeZone: 'Europe/Paris', hourCycle: null })),
  )

  test('each notice has words of its own, none of them empty', () => {
    const words = texts.map(({ title, text }) => `${title}\n${text}`)
    expect(new Set(words).size).toBe(notices.length)
    expect(texts.flatMap((one) => Object.values(one)).filter((one) => one === '')).toEqual([])
    expect(words.join('\n')).not.toMatch(/undefined|null|NaN|\{|\}/)
  })

  test('an hour is the reader’s, with their zone; a day alone is the organiser’s', () => {
    const [reminder, , moved, movedDay] = texts.map(({ text }) => text)
    expect(reminder).toMatch(/0?0:30|12:30.AM/)
    expect(reminder).toContain('(Europe/Paris)')
    expect(moved?.split('→')).toHaveLength(2)
    expect(movedDay).not.toMatch(/Paris|\d:\d\d/)
    expect(movedDay).toMatch(/\b4\b.*→.*\b5\b/)
  })

  test('Discord shows times in its own way, and nothing that was typed as formatting', () => {
    const lines = notices.map((notice) => noticeText(notice, discordWriter(locale)))
    const all = lines.map(({ title, text }) => `${title}\n${text}`)
    expect(all[0]).toContain(`<t:${seconds}:F> (<t:${seconds}:R>)`)
    expect(all[2]).toContain(`<t:${seconds - 86_400}:F> → <t:${seconds}:F> (<t:${seconds}:R>)`)
    expect(all[3]).not.toContain('<t:')
    expect(all[5]).toContain('No \\<venue\\>')
    expect(all.filter((one) => /(?<!\\)[*_]/.test(one))).toEqual([])
  })
})

test('what became of a notice whose event was deleted is said plainly', () => {
  const notice: Notice = { kind: 'event_cancelled', payload: { reason: null }, event: undefined }
  expect(noticeText(notice, plainWriter('en', { timeZone: 'UTC', hourCycle: null }))).toEqual({
    title: 'This event no longer exists',
    text: '',
    path: '/',
    action: 'Open Hypecal',
  })
})

test('a digest lists what still stands, each with its link; with nothing left it says so', () => {
  const digest = (listed: NoticeEvent[]) =>
    noticeText(
      {
        kind: 'new_event_followed',
        payload: { events: [1] as EventId[], more: 0 },
        event: undefined,
        listed,
      },
      plainWriter('en', { timeZone: 'UTC', hourCycle: null }),
    )
  expect(digest([event])).toMatchObject({
    title: 'New on the agenda: The *great* show',
    path: '/events',
    items: [{ name: 'The *great* show', path: '/events/show' }],
  })
  expect(digest([event, event]).title).toBe('2 new events on the agenda')
  expect(digest([])).toMatchObject({
    title: 'These events are no longer on the agenda',
    text: '',
    items: [],
  })
})
