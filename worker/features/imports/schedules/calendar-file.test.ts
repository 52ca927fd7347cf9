import { describe, expect, test } from 'vitest'
import { readCalendar } from './calendar-file.ts'

const now = Date.UTC(2027, 2, 24, 12)
const day = 86_400_000

function calendar(...events: string[][]): string {
  const parts = events.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//T//T//EN',
    ...parts,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

function read(text: string, timezone = 'Europe/Paris') {
  return readCalendar(new TextEncoder().encode(text), { now, timezone })
}

async function starts(text: string, timezone?: string): Promise<string[]> {
  const { items } = await read(text, timezone)
  return items.map(({ startAt }) => new Date(startAt).toISOString())
}

test('an entry is read with its name, text, page and times', async () => {
  const { items } = await read(
    calendar([
      'UID:one',
      'SUMMARY:Marathon\\, day one',
      'DESCRIPTION:First\\nsecond',
      'URL:https://example.com/marathon',
      'DTSTART:20270325T120000Z',
      'DTEND:20270325T160000Z',
    ]),
  )
  expect(items).toEqual([
    {
      uid: 'one',
      name: 'Marathon, day one',
      description: 'First\nsecond',
      startAt: Date.UTC(2027, 2, 25, 12),
      endAt: Date.UTC(2027, 2, 25, 16),
      timezone: null,
      assumedTimezone: null,
      isDateOnly: false,
      url: 'https://example.com/marathon',
      isOff: false,
    },
  ])
})

test('a time is in the zone it names, or else in the one given, over a change of clocks', async () => {
  const text = calendar(
    ['UID:a', 'DTSTART;TZID=America/New_York:20270329T200000', 'DURATION:PT2H'],
    ['UID:b', 'DTSTART:20270327T200000'],
    ['UID:c', 'DTSTART:20270328T200000'],
  )
  expect(await starts(text)).toEqual([
    '2027-03-27T19:00:00.000Z',
    '2027-03-28T18:00:00.000Z',
    '2027-03-30T00:00:00.000Z',
  ])
  expect((await read(text)).items.map(({ timezone }) => timezone)).toEqual([
    'Europe/Paris',
    'Europe/Paris',
    'America/New_York',
  ])
})

test('days without an hour are whole days where the channel is', async () => {
  const {
    items: [item],
  } = await read(calendar(['UID:d', 'DTSTART;VALUE=DATE:20270402', 'DTEND;VALUE=DATE:20270404']))
  expect(item).toMatchObject({
    isDateOnly: true,
    startAt: Date.UTC(2027, 3, 1, 22),
    endAt: Date.UTC(2027, 3, 3, 22),
  })
})

test('what recurs is each of its times in the coming weeks, without those left out and with those moved', async () => {
  const text = calendar(
    [
      'UID:weekly',
      'SUMMARY:Weekly',
      'DTSTART:20260101T180000Z',
      'DTEND:20260101T200000Z',
      'RRULE:FREQ=WEEKLY',
      'EXDATE:20270401T180000Z',
    ],
    [
      'UID:weekly',
      'SUMMARY:Moved',
      'RECURRENCE-ID:20270408T180000Z',
      'DTSTART:20270409T180000Z',
      'DTEND:20270409T200000Z',
    ],
  )
  const { items } = await read(text)
  expect(
    items.map(({ startAt, name }) => [new Date(startAt).toISOString().slice(0, 10), name]),
  ).toEqual([
    ['2027-03-25', 'Weekly'],
    ['2027-04-09', 'Moved'],
    ['2027-04-15', 'Weekly'],
    ['2027-04-22', 'Weekly'],
    ['2027-04-29', 'Weekly'],
    ['2027-05-06', 'Weekly'],
    ['2027-05-13', 'Weekly'],
  ])
  expect(new Set(items.map(({ uid }) => uid)).size).toBe(7)
  expect(items[1]?.uid).toContain('20270408'.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'))
})

test('one time of a series without the series stands for itself', async () => {
  const { items } = await read(
    calendar(
      ['UID:a', 'RECURRENCE-ID:20270326T180000Z', 'SUMMARY:Guest', 'DTSTART:20270326T190000Z'],
      ['UID:a', 'RECURRENCE-ID:20270402T180000Z', 'SUMMARY:Again', 'DTSTART:20270402T180000Z'],
      ['UID:b', 'CLASS:PRIVATE', 'RRULE:FREQ=DAILY', 'DTSTART:20270326T180000Z'],
      ['UID:b', 'RECURRENCE-ID:20270327T180000Z', 'DTSTART:20270327T190000Z'],
    ),
  )
  expect(items.map(({ uid, name, startAt }) => [uid, name, startAt])).toEqual([
    ['a|2027-03-26T18:00:00Z', 'Guest', Date.UTC(2027, 2, 26, 19)],
    ['a|2027-04-02T18:00:00Z', 'Again', Date.UTC(2027, 3, 2, 18)],
  ])
})

test('an entry that nothing names is told of', async () => {
  const { items, unreadable } = await read(
    calendar(['SUMMARY:Nameless', 'DTSTART:20270326T180000Z']),
  )
  expect(items).toEqual([])
  expect(unreadable).toEqual([
    { uid: '', name: 'Nameless', startAt: Date.UTC(2027, 2, 26, 18), reason: 'no_uid' },
  ])
})

test('a rule that never ends is read for a bounded time', async () => {
  const secondly = calendar(['UID:s', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'])
  expect(await starts(secondly)).toEqual([])
  const hourly = calendar(['UID:h', 'DTSTART:20270324T120000Z', 'RRULE:FREQ=HOURLY'])
  expect((await starts(hourly)).length).toBeLessThanOrEqual(500)
})

test('private entries are passed over without their text, and cancelled ones are off', async () => {
  const { items, passedOver } = await read(
    calendar(
      ['UID:p', 'CLASS:PRIVATE', 'SUMMARY:Mine', 'DTSTART:20270325T120000Z'],
      ['UID:c', 'CLASS:CONFIDENTIAL', 'SUMMARY:Mine', 'DTSTART:20270399T990000Z'],
      ['UID:o', 'STATUS:CANCELLED', 'DTSTART:20270325T120000Z'],
      ['DTSTART:20270325T120000Z'],
    ),
  )
  expect(items.map(({ uid, isOff }) => [uid, isOff])).toEqual([['o', true]])
  expect(passedOver).toMatchObject([
    { uid: 'p', name: '', startAt: Date.UTC(2027, 2, 25, 12), reason: 'private' },
    { uid: 'c', name: '', reason: 'private' },
  ])
})

test('one time of a series that is private is not read at its former time either', async () => {
  const { items, passedOver } = await read(
    calendar(
      ['UID:a', 'SUMMARY:Show', 'DTSTART:20270325T120000Z', 'RRULE:FREQ=DAILY;COUNT=3'],
      [
        ...['UID:a', 'RECURRENCE-ID:20270326T120000Z', 'CLASS:PRIVATE', 'SUMMARY:Mine'],
        'DTSTART:20270326T150000Z',
      ],
    ),
  )
  expect(items.map(({ startAt }) => new Date(startAt).getUTCDate())).toEqual([25, 27])
  expect(passedOver).toMatchObject([{ name: '', reason: 'private' }])
})

test('only what is on or comes in eight weeks is read, by start', async () => {
  const text = calendar(
    ['UID:late', 'DTSTART:20270601T120000Z'],
    ['UID:second', 'DTSTART:20270326T120000Z'],
    ['UID:first', 'DTSTART:20270325T120000Z'],
    ['UID:old', 'DTSTART:20270301T120000Z'],
  )
  const { items } = await read(text)
  expect(items.map(({ uid }) => uid)).toEqual(['first', 'second'])
  expect(items[0]?.endAt).toBeLessThanOrEqual(now + 2 * day)
})

test.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'BEGIN:VCALENDAR\r\n'])(
  '%j is no calendar',
  async (text) => {
    await expect(read(text)).rejects.toThrow('malformed')
  },
)

test('an entry that cannot be read is named, and leaves the others', async () => {
  const { items, unreadable } = await read(
    calendar(
      ['UID:bad', 'SUMMARY:Bad', 'DTSTART:20270399T990000Z'],
      ['UID:none', 'DTSTART:'],
      ['UID:good', 'DTSTART:20270325T120000Z'],
    ),
  )
  expect(items.map(({ uid }) => uid)).toContain('good')
  expect(unreadable.map(({ uid }) => uid)).not.toContain('good')
})

test.each([
  'RRULE:FREQ=SOMETIMES',
  'RRULE:FREQ=WEEKLY;BYDAY=XX',
  'RRULE:FREQ=WEEKLY;UNTIL=soon',
  'RRULE:nonsense',
  'RRULE:FREQ=WEEKLY;\r\n INTERVAL=often',
])('an entry with the rule “%s” is named with its time, and leaves the others', async (rule) => {
  const { items, unreadable } = await read(
    calendar(
      ['UID:before', 'DTSTART:20270325T120000Z'],
      ['UID:bad', 'SUMMARY:Every so\r\n often', 'DTSTART;TZID=Europe/Paris:20270326T130000', rule],
      ['UID:hidden', 'CLASS:PRIVATE', 'SUMMARY:Mine', 'DTSTART:20270326T120000Z', rule],
      ['UID:after', 'RRULE:FREQ=DAILY;COUNT=2', 'DTSTART:20270327T120000Z'],
    ),
  )
  expect(items.map(({ uid }) => uid.split('|')[0])).toEqual(['before', 'after', 'after'])
  expect(unreadable).toEqual([
    { uid: 'bad', name: 'Every sooften', startAt: Date.UTC(2027, 2, 26, 12) },
  ])
})

test('a letter that a fold splits is whole', async () => {
  const bytes = new TextEncoder().encode(
    calendar(['UID:a', 'SUMMARY:é', 'DTSTART:20270325T120000Z']),
  )
  const at = bytes.indexOf(0xc3) + 1
  const folded = new Uint8Array([...bytes.slice(0, at), 13, 10, 32, ...bytes.slice(at)])
  const { items } = await readCalendar(folded, { now, timezone: 'Europe/Paris' })
  expect(items.map(({ name }) => name)).toEqual(['é'])
})

test('the higher SEQUENCE, then the later change counts, wherever it stands', async () => {
  const at = 'DTSTART:20270325T120000Z'
  const { items, passedOver } = await read(
    calendar(
      ['UID:a', 'SUMMARY:New', 'SEQUENCE:2', at],
      ['UID:a', 'SUMMARY:Old', 'SEQUENCE:1', 'LAST-MODIFIED:20270301T000000Z', at],
      ['UID:b', 'SUMMARY:Changed', 'LAST-MODIFIED:20270302T000000Z', at],
      ['UID:b', 'SUMMARY:First', 'LAST-MODIFIED:20270301T000000Z', at],
    ),
  )
  expect(items.map(({ name }) => name)).toEqual(['New', 'Changed'])
  expect(passedOver?.map(({ name, reason }) => [name, reason])).toEqual([
    ['Old', 'replaced'],
    ['First', 'replaced'],
  ])
})

test('a file of a megabyte without one whole entry is no calendar, soon', async () => {
  const text = 'BEGIN:VEVENT\r\n'.repeat(70_000)
  await expect(read(`BEGIN:VCALENDAR\r\n${text}`)).rejects.toThrow('malformed')
})

const soon = 2000

describe('a rule that cannot be walked to an end', () => {
  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=SU',
    'FREQ=DAILY;INTERVAL=1000000000',
    'FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=YEARLY;BYWEEKNO=60',
    'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1',
    'FREQ=YEARLY;BYHOUR=25',
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY',
  ])('is passed over by name: %s', { timeout: soon }, async (rule) => {
    const { items, unreadable } = await read(
      calendar(
        ['UID:bad', 'SUMMARY:Bad', 'DTSTART:20270325T120000Z', `RRULE:${rule}`],
        ['UID:good', 'DTSTART:20270326T120000Z'],
      ),
    )
    expect(items.map(({ uid }) => uid)).toEqual(['good'])
    expect(unreadable.map(({ uid }) => uid)).toEqual(['bad'])
  })

  test.each(['FREQ=SECONDLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY'])(
    'is passed over with the entries of its zone: %s',
    { timeout: soon },
    async (rule) => {
      const zone = ['BEGIN:VTIMEZONE', 'TZID:Made up', 'BEGIN:STANDARD', 'DTSTART:16010101T000000']
      const ends = ['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', `RRULE:${rule}`, 'END:STANDARD']
      const text = calendar(
        ['UID:bad', 'DTSTART;TZID=Made up:20270325T120000'],
        ['UID:good', 'DTSTART:20270326T120000Z'],
      ).replace('BEGIN:VEVENT', [...zone, ...ends, 'END:VTIMEZONE', 'BEGIN:VEVENT'].join('\r\n'))
      const { items, unreadable } = await read(text)
      expect(items.map(({ uid }) => uid)).toEqual(['good'])
      expect(unreadable.map(({ uid }) => uid)).toEqual(['bad'])
    },
  )

  test('nor is a duration of ages', { timeout: soon }, async () => {
    const { unreadable } = await read(
      calendar(['UID:bad', 'DTSTART:20270325T120000Z', 'DURATION:P9999999999999D']),
    )
    expect(unreadable).toHaveLength(1)
  })
})

test.each<[string, string, string[]]>([
  ['20000101T120000Z', 'FREQ=DAILY;INTERVAL=20', ['04-09', '04-29']],
  ['20000101T120000Z', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=SA', ['04-03', '04-24', '05-15']],
  ['20000101T120000Z', 'FREQ=WEEKLY;UNTIL=20270403T120000Z', ['03-27', '04-03']],
  ['20000101T120000Z', 'FREQ=WEEKLY;UNTIL=20260403T120000Z', []],
  ['20270101T120000Z', 'FREQ=DAILY;COUNT=84', ['03-24', '03-25']],
  ['20000131T120000Z', 'FREQ=MONTHLY', ['03-31']],
  ['20000101T120000Z', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', ['03-30', '04-27']],
  ['20000101T120000Z', 'FREQ=MONTHLY;BYDAY=2FR', ['04-09', '05-14']],
  ['20000229T120000Z', 'FREQ=YEARLY', []],
  ['20000404T120000Z', 'FREQ=YEARLY', ['04-04']],
])('what began at %s with %s comes on the days it should', async (start, rule, days) => {
  const text = calendar(['UID:a', `DTSTART:${start}`, 'DURATION:PT1H', `RRULE:${rule}`])
  const { unreadable } = await read(text)
  expect(unreadable).toEqual([])
  const found = (await starts(text)).map((at) => at.slice(5, 10))
  expect(found.filter((at) => at !== '03-23')).toEqual(days)
})

test('a rule that takes too many steps takes none from the others', async () => {
  const greedy = ['UID:greedy', 'DTSTART:19000101T120000Z', 'RRULE:FREQ=DAILY;COUNT=90000']
  const { items, unreadable, isComplete } = await read(
    calendar(greedy, ['UID:w', 'DTSTART:20000101T120000Z', 'RRULE:FREQ=WEEKLY']),
  )
  expect(items).toHaveLength(8)
  expect(unreadable.map(({ uid }) => uid)).toEqual(['greedy'])
  expect(isComplete).toBe(true)
})

test('a file full of laborious rules is read soon', { timeout: 8000 }, async () => {
  const rules = [
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=900',
    'FREQ=MONTHLY;BYMONTH=2;BYDAY=MO;COUNT=900',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=900',
    'FREQ=DAILY;BYDAY=MO;INTERVAL=400;COUNT=900',
  ]
  const entries = Array.from({ length: 4000 }, (_, index) => [
    `UID:${index}`,
    'DTSTART:19010129T120000Z',
    `RRULE:${rules[index % rules.length]}`,
  ])
  expect(await read(calendar(...entries))).toMatchObject({ items: [], isComplete: false })
})

test('a calendar of too much says that it was not read to its end', async () => {
  const entries = Array.from({ length: 501 }, (_, index) => [
    `UID:${index}`,
    'DTSTART:20270326T120000Z',
  ])
  expect(await read(calendar(...entries))).toMatchObject({ isComplete: false })
  expect(await read(calendar(...entries.slice(1)))).toMatchObject({ isComplete: true })
})
