import { Temporal } from 'temporal-polyfill'

/** Written without the reader, from dates on the wall clock that it counted itself. */
export type RandomCalendar = { text: string; expected: string[] }

type Draw = { below: (count: number) => number; one: <Value>(values: readonly Value[]) => Value }
type Wall = Temporal.PlainDateTime
/** How a zone is named in the file, and which one is meant. */
type Naming = { zone: string; tzid?: string; calendarZone?: string; definition?: string }

export const sourceZone = 'Europe/Paris'
export const clock = Date.UTC(2027, 2, 10)
const dayMs = 86_400_000
const lastMs = clock + 56 * dayMs
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const ownRules = [
  'BEGIN:VTIMEZONE\r\nTZID:Studio clock\r\nBEGIN:DAYLIGHT\r\nDTSTART:19810329T020000',
  'TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT',
  'BEGIN:STANDARD\r\nDTSTART:19961027T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE',
].join('\r\n')
const wrongRules =
  'BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE'

const namings: Naming[] = [
  { zone: 'Europe/Berlin', tzid: 'Europe/Berlin' },
  { zone: 'Asia/Tokyo', tzid: 'asia/tokyo' },
  { zone: 'America/New_York', tzid: 'US/Eastern' },
  { zone: 'America/New_York', tzid: 'America/New_York', definition: wrongRules },
  { zone: 'America/Los_Angeles', tzid: 'Pacific Standard Time' },
  { zone: 'Europe/Berlin', tzid: 'W. Europe Standard Time' },
  { zone: 'Asia/Kolkata', tzid: 'India Standard Time' },
  { zone: 'Australia/Sydney', tzid: '/freeassociation.sourceforge.net/Tzfile/Australia/Sydney' },
  { zone: 'America/Argentina/Buenos_Aires', tzid: '/x.org/1/America/Argentina/Buenos_Aires' },
  { zone: 'Europe/Berlin', tzid: 'Studio clock', definition: ownRules },
  { zone: 'UTC' },
  { zone: sourceZone },
  { zone: 'America/Chicago', calendarZone: 'America/Chicago' },
]

function drawFrom(seed: number): Draw {
  let state = seed
  const below = (count: number) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  return { below, one: (values) => values[below(values.length)]! }
}

const digits = (text: string) => text.replaceAll(/[-:]/g, '')
const localText = (wall: Wall) => digits(wall.toString({ smallestUnit: 'second' }))
const dayText = (wall: Wall) => digits(wall.toPlainDate().toString())
const msOf = (wall: Wall, zone: string) => wall.toZonedDateTime(zone).epochMilliseconds
const utcText = (ms: number) =>
  `${digits(new Date(ms).toISOString().slice(0, 19)).replace('Z', '')}Z`

/** A property in one of the forms that name this time. */
function written(name: string, wall: Wall, { zone, tzid }: Naming, form: string): string {
  const isUtc = zone === 'UTC' && !tzid
  if (form === 'utc' || isUtc) return `${name}:${utcText(msOf(wall, zone))}`
  if (form === 'elsewhere') {
    const there = wall.toZonedDateTime(zone).withTimeZone('Asia/Kathmandu').toPlainDateTime()
    return `${name};TZID=Asia/Kathmandu:${localText(there)}`
  }
  return `${name}${tzid ? `;TZID=${tzid}` : ''}:${localText(wall)}`
}

/** The rule's dates up to a while after the last one that is read, and the rule without its end. */
function countDates(draw: Draw, start: Wall): { rule: string; dates: Wall[] } {
  const frequency = draw.one(['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY'])
  const interval = 1 + draw.below(3)
  const end = Temporal.PlainDate.from('2027-05-20')
  const dates: Wall[] = []
  const add = (date: Wall) => {
    if (Temporal.PlainDateTime.compare(date, start) >= 0) dates.push(date)
  }
  let rule = `FREQ=${frequency};INTERVAL=${interval}`
  const days = [start.dayOfWeek, ...(draw.below(2) ? [1 + draw.below(7)] : [])]
  const isByDay = frequency === 'WEEKLY' && draw.below(2) === 1
  if (isByDay) rule += `;BYDAY=${[...new Set(days)].map((day) => weekdays[day - 1]).join(',')}`
  const monday = start.subtract({ days: start.dayOfWeek - 1 })
  for (let step = 0; ; step += interval) {
    const unit = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' }[frequency]!
    const from = (isByDay ? monday : start).add({ [unit]: step })
    if (Temporal.PlainDate.compare(from.toPlainDate(), end) > 0) return { rule, dates }
    if (!isByDay) add(from)
    else
      for (const day of [...new Set(days)].toSorted((a, b) => a - b))
        add(from.add({ days: day - 1 }))
  }
}

type Happening = { name: string; wall: Wall }

function drawStart(draw: Draw, naming: Naming): Wall {
  const earliest = naming.tzid === 'Studio clock' ? 4 : 0
  return Temporal.PlainDateTime.from('2027-03-08')
    .add({ days: draw.below(19) - (draw.below(4) === 0 ? 700 : 0) })
    .add({ hours: earliest + draw.below(24 - earliest), minutes: draw.one([0, 30]) })
}

function writtenExclusion(draw: Draw, one: Wall, naming: Naming): string {
  const form = draw.one(['utc', 'local', 'elsewhere', 'date'])
  return form === 'date'
    ? `EXDATE;VALUE=DATE:${dayText(one)}`
    : written('EXDATE', one, naming, form)
}

/** The end of a rule, in each allowed form. */
function endsOfRule(until: Wall, last: number, zone: string) {
  return {
    count: `;COUNT=${last + 1}`,
    utc: `;UNTIL=${utcText(msOf(until, zone))}`,
    local: `;UNTIL=${localText(until)}${zone === 'UTC' ? 'Z' : ''}`,
    date: `;UNTIL=${dayText(until)}`,
    never: '',
  }
}

function writtenLength(draw: Draw, startAt: number, minutes: number): string {
  return draw.below(2) === 0
    ? `DURATION:PT${minutes}M`
    : `DTEND:${utcText(startAt + minutes * 60_000)}`
}

/** An entry with what recurs, what is left out, what is added and what is moved. */
function writeTimed(draw: Draw, naming: Naming, uid: string): RandomCalendar {
  const { zone } = naming
  const start = drawStart(draw, naming)
  const minutes = draw.one([30, 60, 150, 300])
  const lines = [`UID:${uid}`, `SUMMARY:${uid}`, written('DTSTART', start, naming, 'local')]
  lines.push(writtenLength(draw, msOf(start, zone), minutes))
  let dates = [start]
  const parts: string[][] = []
  const happenings: Happening[] = []
  const droppedDays = new Set<string>()
  if (draw.below(4) > 0 && start.day <= 28) {
    const counted = countDates(draw, start)
    dates = counted.dates
    const last = Math.min(draw.below(14), dates.length - 1)
    const until = dates[last] ?? start
    const ends = endsOfRule(until, last, zone)
    const end = draw.one(Object.keys(ends) as (keyof typeof ends)[])
    if (end !== 'never') dates = dates.slice(0, last + 1)
    lines.push(`RRULE:${counted.rule}${ends[end]}`)
    const near = dates.filter((one) => msOf(one, zone) > clock - 5 * dayMs).slice(0, 12)
    const dropped = near.filter(() => draw.below(5) === 0)
    for (const one of dropped) droppedDays.add(dayText(one))
    lines.push(...dropped.map((one) => writtenExclusion(draw, one, naming)))
    const kept = near.filter((one) => !dropped.includes(one))
    const moved = draw.below(2) ? kept[draw.below(kept.length || 1)] : undefined
    if (moved) {
      const to = moved.toPlainDate().add({ days: 1 }).toPlainDateTime({ hour: 17, minute: 15 })
      const form = draw.one(['utc', 'local', 'elsewhere'])
      parts.push([
        `UID:${uid}`,
        `SUMMARY:${uid} moved`,
        written('RECURRENCE-ID', moved, naming, form),
        written('DTSTART', to, naming, 'local'),
        `DURATION:PT${minutes}M`,
      ])
      happenings.push({ name: `${uid} moved`, wall: to })
    }
    dates = dates.filter((one) => !dropped.includes(one) && one !== moved)
  }
  const extra = Temporal.PlainDateTime.from('2027-04-10T13:45').add({ days: draw.below(9) })
  // A day that is left out is left out whole.
  if (draw.below(3) === 0 && !droppedDays.has(dayText(extra))) {
    lines.push(written('RDATE', extra, naming, draw.one(['utc', 'local', 'elsewhere'])))
    dates = [...dates, extra]
  }
  happenings.push(...dates.map((wall) => ({ name: uid, wall })))
  const expected = happenings.flatMap(({ name, wall }) => {
    const startAt = msOf(wall, zone)
    return within(name, startAt, startAt + minutes * 60_000)
  })
  return { text: [lines, ...parts].map(entryOf).join(''), expected }
}

/** Whole days, with exceptions as days and as midnight written in other forms. */
function writeDays(draw: Draw, naming: Naming, uid: string): RandomCalendar {
  const zone = naming.calendarZone ?? sourceZone
  const start = Temporal.PlainDate.from('2027-03-11').add({ days: draw.below(17) })
  const length = 1 + draw.below(3)
  const lines = [`UID:${uid}`, `SUMMARY:${uid}`, `DTSTART;VALUE=DATE:${digits(String(start))}`]
  const end = length === 1 ? draw.one(['', `DTEND;VALUE=DATE:${digits(String(start))}`]) : ''
  const later = digits(String(start.add({ days: length })))
  if (length > 1) lines.push(draw.one([`DTEND;VALUE=DATE:${later}`, `DURATION:P${length}D`]))
  else if (end) lines.push(end)
  let days = [start]
  const midnight = (day: Temporal.PlainDate) => utcText(day.toZonedDateTime(zone).epochMilliseconds)
  if (draw.below(2) === 0) {
    const count = 2 + draw.below(5)
    days = Array.from({ length: count }, (_, index) => start.add({ weeks: index }))
    const last = days.at(-1)!
    const ends = [`COUNT=${count}`, `UNTIL=${digits(String(last))}`, `UNTIL=${midnight(last)}`]
    lines.push(`RRULE:FREQ=WEEKLY;${draw.one(ends)}`)
    const dropped = days.filter(() => draw.below(4) === 0)
    for (const day of dropped) {
      const text = digits(String(day))
      lines.push(
        draw.one([
          `EXDATE;VALUE=DATE:${text}`,
          `EXDATE:${text}T000000`,
          `EXDATE;TZID=Asia/Tokyo:${text}T000000`,
          `EXDATE:${midnight(day)}`,
        ]),
      )
    }
    days = days.filter((day) => !dropped.includes(day))
  }
  const expected = days.flatMap((day) => {
    const endAt = day.add({ days: length }).toZonedDateTime(zone).epochMilliseconds
    return within(uid, day.toZonedDateTime(zone).epochMilliseconds, endAt)
  })
  return { text: entryOf(lines), expected }
}

function entryOf(lines: string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT', ''].join('\r\n')
}

/** The form in which the test writes what was read. */
export function happeningText(name: string, startAt: number, endAt: number): string {
  return `${name} ${new Date(startAt).toISOString()} ${new Date(endAt).toISOString()}`
}

function within(name: string, startAt: number, endAt: number): string[] {
  return endAt > clock - dayMs && startAt < lastMs ? [happeningText(name, startAt, endAt)] : []
}

export function writeRandomCalendar(seed: number): RandomCalendar {
  const draw = drawFrom(seed)
  const naming = draw.one(namings)
  const entries = Array.from({ length: 1 + draw.below(2) }, (_, index) =>
    (draw.below(4) === 0 ? writeDays : writeTimed)(draw, naming, `e${index}`),
  )
  const { calendarZone, definition } = naming
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//T//T//EN']
  if (calendarZone) head.push(`X-WR-TIMEZONE:${calendarZone}`)
  if (definition) head.push(definition)
  const text = `${head.join('\r\n')}\r\n${entries.map((one) => one.text).join('')}END:VCALENDAR\r\n`
  return { text, expected: entries.flatMap(({ expected }) => expected).toSorted() }
}
