import { describe, expect, test } from 'vitest'
import type { ScheduleImportReport } from '#worker/features/imports/schedules/contract.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import {
  call,
  channel,
  listEvents,
  outcomes,
  states,
  target,
  useScheduleFixture,
  worker,
} from '#tests/support/drivers/schedule-fixture.ts'
import { calendarForm } from '#tests/support/fakes/schedule-shapes.ts'

useScheduleFixture()

const clock = Date.UTC(2027, 2, 10)
const path = 'users/me/schedule_imports'

function entry(...lines: string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}

function file(...parts: string[]): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//T//T//EN']
  return [...head, ...parts, 'END:VCALENDAR', ''].join('\r\n')
}

/** The lines of one entry that has a name and an id. */
function single(...lines: string[]): string {
  return file(entry('UID:one', 'SUMMARY:Show', ...lines))
}

function utc(from: string, to: string): string[] {
  return [`DTSTART:${from}00Z`, `DTEND:${to}00Z`]
}

type Rule = { name: string; at: string; from: string; to: string; rule: string }

/** A zone as a file defines it. */
function zone(tzid: string, daylight: Rule, standard: Rule): string {
  const part = ({ name, at, from, to, rule }: Rule) =>
    [
      `BEGIN:${name}`,
      `DTSTART:${at}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;${rule}`,
      `END:${name}`,
    ].join('\r\n')
  const parts = [daylight, standard].map(part)
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...parts, 'END:VTIMEZONE'].join('\r\n')
}

const european = (tzid: string) =>
  zone(
    tzid,
    {
      name: 'DAYLIGHT',
      at: '19700329T020000',
      from: '+0100',
      to: '+0200',
      rule: 'BYMONTH=3;BYDAY=-1SU',
    },
    {
      name: 'STANDARD',
      at: '19701025T030000',
      from: '+0200',
      to: '+0100',
      rule: 'BYMONTH=10;BYDAY=-1SU',
    },
  )
const outdatedMexico = zone(
  'America/Mexico_City',
  {
    name: 'DAYLIGHT',
    at: '19960407T020000',
    from: '-0600',
    to: '-0500',
    rule: 'BYMONTH=4;BYDAY=1SU',
  },
  {
    name: 'STANDARD',
    at: '19961027T020000',
    from: '-0500',
    to: '-0600',
    rule: 'BYMONTH=10;BYDAY=-1SU',
  },
)
const lateChicago = zone(
  'America/Chicago',
  {
    name: 'DAYLIGHT',
    at: '20280312T020000',
    from: '-0600',
    to: '-0500',
    rule: 'BYMONTH=3;BYDAY=2SU',
  },
  {
    name: 'STANDARD',
    at: '20281105T020000',
    from: '-0500',
    to: '-0600',
    rule: 'BYMONTH=11;BYDAY=1SU',
  },
)

function local(tzid: string, from: string, to: string): string[] {
  return [`DTSTART;TZID=${tzid}:${from}00`, `DTEND;TZID=${tzid}:${to}00`]
}

async function send(text: string, confirm = true, at = clock): Promise<ScheduleImportReport> {
  const body = calendarForm({ ...target, account_id: channel.accountId, confirm }, text)
  const answer = await call<ScheduleImportReport>('POST', path, { body, at })
  expect(answer.status).toBe(200)
  return answer.body
}

async function starts(): Promise<string[]> {
  return (await listEvents()).map(({ start_at: at }) => new Date(at).toISOString().slice(0, 16))
}

const weeklyBerlin = [
  ...local('Europe/Berlin', '20270315T1000', '20270315T1100'),
  'RRULE:FREQ=WEEKLY;COUNT=3',
]
const movedInUtc = entry(
  'UID:one',
  'SUMMARY:Show',
  'RECURRENCE-ID:20270322T090000Z',
  ...local('Europe/Berlin', '20270323T2000', '20270323T2100'),
)
const withMove = entry('UID:one', 'SUMMARY:Show', ...weeklyBerlin)

describe('a calendar file gives', () => {
  test.each<[string, string, string[]]>([
    [
      'a zone by its Windows name',
      single(...local('Pacific Standard Time', '20270401T1900', '20270401T2100')),
      ['2027-04-02T02:00'],
    ],
    [
      'a Windows name with its definition',
      file(
        european('W. Europe Standard Time'),
        entry(
          'UID:one',
          'SUMMARY:Show',
          ...local('W. Europe Standard Time', '20270401T1900', '20270401T2100'),
        ),
      ),
      ['2027-04-01T17:00'],
    ],
    [
      'floating times in the zone of the calendar',
      file(
        'X-WR-TIMEZONE:America/Chicago',
        entry('UID:one', 'SUMMARY:Show', 'DTSTART:20270401T190000', 'DTEND:20270401T210000'),
      ),
      ['2027-04-02T00:00'],
    ],
    [
      'no date that is left out in UTC',
      single(...weeklyBerlin, 'EXDATE:20270322T090000Z'),
      ['2027-03-15T09:00', '2027-03-29T08:00'],
    ],
    [
      'the last date until an instant in UTC',
      single(
        ...local('Asia/Tokyo', '20270315T1000', '20270315T1200'),
        'RRULE:FREQ=WEEKLY;UNTIL=20270329T010000Z',
      ),
      ['2027-03-15T01:00', '2027-03-22T01:00', '2027-03-29T01:00'],
    ],
    [
      'a date that is moved in UTC',
      file(withMove, movedInUtc),
      ['2027-03-15T09:00', '2027-03-23T19:00', '2027-03-29T08:00'],
    ],
    [
      'the same where the zone is defined',
      file(european('Europe/Berlin'), withMove, movedInUtc),
      ['2027-03-15T09:00', '2027-03-23T19:00', '2027-03-29T08:00'],
    ],
    [
      'no time of a day that is left out',
      single(
        ...utc('20270317T1200', '20270317T1300'),
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;VALUE=DATE:20270324',
      ),
      ['2027-03-17T12:00', '2027-03-31T12:00'],
    ],
    [
      'the times of the day until which a series goes',
      single(...utc('20270317T1200', '20270317T1300'), 'RRULE:FREQ=WEEKLY;UNTIL=20270331'),
      ['2027-03-17T12:00', '2027-03-24T12:00', '2027-03-31T12:00'],
    ],
    [
      'two events under one UID',
      file(
        entry('UID:one', 'SUMMARY:Morning talk', ...utc('20270402T0900', '20270402T1000')),
        entry('UID:one', 'SUMMARY:Evening gala', ...utc('20270404T1800', '20270404T2000')),
      ),
      ['2027-04-02T09:00', '2027-04-04T18:00'],
    ],
    [
      'the entries of two calendars in one file',
      file(entry('UID:one', 'SUMMARY:First', ...utc('20270402T1800', '20270402T2000'))) +
        file(entry('UID:two', 'SUMMARY:Second', ...utc('20270404T1800', '20270404T2000'))),
      ['2027-04-02T18:00', '2027-04-04T18:00'],
    ],
    [
      'those behind a byte order mark',
      `\uFEFF${single(...utc('20270402T1800', '20270402T2000'))}`,
      ['2027-04-02T18:00'],
    ],
    [
      'those between mixed line ends',
      single(...utc('20270402T1800', '20270402T2000')).replaceAll('00Z\r\n', '00Z\n'),
      ['2027-04-02T18:00'],
    ],
    [
      'today’s rules of a zone whose definition is outdated',
      file(
        outdatedMexico,
        entry(
          'UID:one',
          'SUMMARY:Show',
          ...local('America/Mexico_City', '20270415T1800', '20270415T2000'),
        ),
      ),
      ['2027-04-16T00:00'],
    ],
    [
      'and of one whose definition begins later',
      file(
        lateChicago,
        entry(
          'UID:one',
          'SUMMARY:Show',
          ...local('America/Chicago', '20270415T1800', '20270415T2000'),
        ),
      ),
      ['2027-04-15T23:00'],
    ],
    [
      'the local hour over the change of clocks',
      single(
        ...local('Europe/Paris', '20270315T2000', '20270315T2200'),
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
      ['2027-03-15T19:00', '2027-03-22T19:00', '2027-03-29T18:00'],
    ],
    [
      'an hour that does not exist after the change',
      single(...local('Europe/Paris', '20270328T0230', '20270328T0500')),
      ['2027-03-28T01:30'],
    ],
    [
      'also where its zone is defined',
      file(
        european('Europe/Paris'),
        entry(
          'UID:one',
          'SUMMARY:Show',
          ...local('Europe/Paris', '20270328T0230', '20270328T0500'),
        ),
      ),
      ['2027-03-28T01:30'],
    ],
    [
      'every second week counted from Sunday',
      single(
        ...utc('20200105T1200', '20200105T1300'),
        'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
      ),
      [
        '2027-03-21T12:00',
        '2027-03-22T12:00',
        '2027-04-04T12:00',
        '2027-04-05T12:00',
        '2027-04-18T12:00',
        '2027-04-19T12:00',
        '2027-05-02T12:00',
        '2027-05-03T12:00',
      ],
    ],
    [
      'zones of 30 and 45 minutes',
      file(
        ...[
          ['Asia/Kathmandu', '20270402T200000'],
          ['Australia/Lord_Howe', '20270403T200000'],
          ['Pacific/Chatham', '20270406T200000'],
        ].map(([tzid, at]) =>
          entry(
            `UID:${tzid}`,
            `SUMMARY:Show ${tzid}`,
            `DTSTART;TZID=${tzid}:${at}`,
            'DURATION:PT1H',
          ),
        ),
      ),
      ['2027-04-02T14:15', '2027-04-03T09:00', '2027-04-06T07:15'],
    ],
  ])('%s', async (_, text, expected) => {
    await send(text)
    expect(await starts()).toEqual(expected)
  })

  test('a whole day that ends as it starts', async () => {
    await send(single('DTSTART;VALUE=DATE:20270402', 'DTEND;VALUE=DATE:20270402'))
    expect(await worker.sql`select start_at, end_at, time_certainty from events`).toEqual([
      {
        start_at: Date.UTC(2027, 3, 1, 22),
        end_at: Date.UTC(2027, 3, 2, 22),
        time_certainty: 'date_only',
      },
    ])
  })

  test('fourteen whole days over the end of summer time', async () => {
    const text = single('DTSTART;VALUE=DATE:20271020', 'DTEND;VALUE=DATE:20271103')
    expect(outcomes(await send(text, true, Date.UTC(2027, 9, 1)))).toEqual(['Show: created'])
  })

  test('a description without tags, with line breaks and addresses', async () => {
    const html =
      '<p>Join <b>us</b>!</p><br><a href="https://example.org/a?b=1&amp\\;c=2">Rules</a>&nbsp\\;and more'
    await send(single(...utc('20270402T1800', '20270402T2000'), `DESCRIPTION:${html}`))
    expect(await worker.sql`select description from events`).toEqual([
      { description: 'Join us!\n\nRules (https://example.org/a?b=1&c=2)\u00A0and more' },
    ])
  })

  test('a zone in the spelling of the table', async () => {
    await send(single(...local('europe/paris', '20270402T2000', '20270402T2200')))
    expect(await worker.sql`select timezone from events`).toEqual([{ timezone: 'Europe/Paris' }])
  })

  test('one event of a calendar that was exported twice', async () => {
    const text = single(...utc('20270402T1800', '20270402T2000'))
    await send(text)
    const again = await send(text.replace('UID:one', 'UID:other'), true, clock + 1000)
    expect(outcomes(again)).toEqual(['Show: unchanged'])
    expect(await starts()).toEqual(['2027-04-02T18:00'])
  })

  test('nothing for METHOD:CANCEL, which cancels what was imported', async () => {
    const text = single('SEQUENCE:2', ...utc('20270402T1800', '20270402T2000'))
    const cancelling = text.replace('PRODID', 'METHOD:CANCEL\r\nPRODID')
    expect(outcomes(await send(cancelling))).toEqual(['Show: off'])
    expect(await listEvents()).toEqual([])
    await send(text, true, clock + 1000)
    await send(cancelling, true, clock + 2000)
    expect(await states()).toEqual(['Show: cancelled'])
  })
})

test('a METHOD:CANCEL of a whole series cancels each of its times that was imported, and no other', async () => {
  const weekly = ['UID:weekly', 'SUMMARY:Weekly', ...utc('20270301T1800', '20270301T2000')]
  await send(
    file(
      entry(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=7'),
      entry(
        ...['UID:weekly', 'SUMMARY:Moved', 'RECURRENCE-ID:20270405T180000Z'],
        ...utc('20270406T1800', '20270406T2000'),
      ),
      entry('UID:other', 'SUMMARY:Other', ...utc('20270407T1800', '20270407T2000')),
    ),
  )
  const before = await states()
  expect(before.length).toBeGreaterThan(3)
  const one = ['UID:weekly', 'RECURRENCE-ID:20270405T180000Z', 'SEQUENCE:1']
  const cancel = (...lines: string[]) => file('METHOD:CANCEL', entry('SUMMARY:x', ...lines))
  // One of its times alone.
  await send(cancel(...one, ...utc('20270406T1800', '20270406T2000')), true, clock + 1000)
  expect(await states()).toEqual(
    before.map((state) => state.replace('Moved: approved', 'Moved: cancelled')),
  )
  const whole = [...weekly.slice(0, 1), 'SEQUENCE:2', ...utc('20270301T1800', '20270301T2000')]
  const report = await send(cancel(...whole), true, clock + 2000)
  expect(outcomes(report).filter((one) => one === 'Weekly: cancelled')).toHaveLength(
    before.length - 2,
  )
  expect(await states()).toEqual(
    before.map((state) => (state.startsWith('Other') ? state : state.replace(/\w+$/, 'cancelled'))),
  )
})

describe('the preview', () => {
  test('lists each entry with its fate and the zone that was assumed', async () => {
    const period = 'RDATE;VALUE=PERIOD:20270405T180000Z/PT2H'
    const report = await send(
      file(
        entry('SUMMARY:Nameless', ...utc('20270402T1800', '20270402T2000')),
        entry('UID:a', 'SUMMARY:Floating', 'DTSTART:20270401T190000'),
        entry('UID:b', 'SUMMARY:Named', 'DTSTART;TZID=Europe/Paris:20270403T190000'),
        entry('UID:c', 'SUMMARY:Elsewhere', 'DTSTART;TZID=Moon:20270403T190000'),
        entry('UID:d', 'SUMMARY:Over', ...utc('20270102T1800', '20270102T2000')),
        entry('UID:e', 'SUMMARY:Far', ...utc('20280102T1800', '20280102T2000')),
        entry('UID:f', 'SUMMARY:Periods', ...utc('20270402T1800', '20270402T1900'), period),
        entry('UID:g', 'SUMMARY:New', 'SEQUENCE:2', ...utc('20270408T1800', '20270408T2000')),
        entry('UID:g', 'SUMMARY:Old', 'SEQUENCE:1', ...utc('20270409T1800', '20270409T2000')),
        ...['PRIVATE', 'CONFIDENTIAL'].map((kind) =>
          entry(
            ...[`UID:${kind}`, `CLASS:${kind}`, 'SUMMARY:Dentist', 'DESCRIPTION:Dentist'],
            ...utc('20270410T1800', '20270410T2000'),
          ),
        ),
      ),
      false,
    )
    expect(JSON.stringify(report)).not.toMatch(/Dentist|CONFIDENTIAL/)
    expect(
      report.items.map(({ name, outcome, reason, assumed_timezone: assumed }) =>
        [name, reason ?? outcome, ...(assumed ? [assumed] : [])].join(': '),
      ),
    ).toEqual([
      'Floating: created: Europe/Paris',
      'Named: created',
      'New: created',
      'Nameless: no_uid',
      'Elsewhere: unknown_zone',
      'Periods: unreadable',
      ': private',
      ': private',
      'Old: replaced',
      'Over: past',
      'Far: too_far',
    ])
  })
})

test('a file that cannot be read says which line and why', async () => {
  const whole = single(...utc('20270402T1800', '20270402T2000'))
  for (const [text, line, reason] of [
    ['hello', 1, 'no_calendar'],
    [whole.replace('END:VCALENDAR\r\n', ''), 9, 'not_closed'],
    [whole.replace('VERSION:2.0', 'VERSION'), 2, 'no_value'],
  ] as const) {
    const body = calendarForm({ ...target, account_id: channel.accountId, confirm: false }, text)
    const refused = await call('POST', path, { body, at: clock })
    expect([refused.status, refused.body.details]).toEqual([
      409,
      { fault: 'malformed', line, reason },
    ])
  }
})

test('a proposal may take 14 days of its zone', async () => {
  const at = Date.UTC(2027, 9, 10)
  const body = {
    ...eventDraft(at),
    timezone: 'Europe/Paris',
    start: '2027-10-20T18:00:00+02:00',
    end: '2027-11-03T18:00:00+01:00',
  }
  expect((await call('POST', 'events', { body, at })).status).toBe(201)
  const longer = { ...body, name: 'Another marathon', end: '2027-11-03T18:01:00+01:00' }
  expect((await call('POST', 'events', { body: longer, at })).status).toBe(422)
})
