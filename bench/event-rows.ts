import { Category } from '../worker/contracts/enumerations.ts'
import { ContentLanguage } from '../worker/contracts/locale.ts'
import { normalizeSeriesName } from '../worker/contracts/series-name.ts'
import { slugOf } from '../worker/contracts/slugs.ts'
import { createChance, splitByPopularity, fullCycleStride, type Chance } from './chance.ts'
import { createChannelName, createStreamerName, pickPlatform } from './people-rows.ts'
import { day, hour, scaleNow, type Row, type Scale } from './scale.ts'
import { eventName } from './vocabulary.ts'

const zones = ['Europe/Paris', 'Europe/Madrid', 'Europe/London', 'America/New_York']
/** Equal in all sets, so that pages have the same size. */
const live = 24

export function isApproved(eventId: number): boolean {
  return eventId <= live || eventId % 33 !== 0
}

/** Over four years: the live ones first, then one in eight upcoming (more of them soon). */
function timesOf(chance: Chance, id: number): { start: number; end: number } {
  const length = hour * (chance.is(0.03) ? chance.between(30, 120) : chance.between(2, 11))
  if (id <= live) {
    const start = scaleNow - chance.between(1, length / 60_000) * 60_000
    return { start, end: start + length }
  }
  if (id % 8 === 0) {
    const start = scaleNow + chance.between(1, chance.between(2, 365 * 96)) * (hour / 4)
    return { start, end: start + length }
  }
  const end = scaleNow - chance.between(1, 1_095 * 96) * (hour / 4)
  return { start: end - length, end }
}

const about = `An evening made with care by the people who run it: guests, goals and surprises,
a schedule in every language and a place to talk about it afterwards. `

export function* eventRows({ events, streamers, games, groups, users }: Scale): Iterable<Row> {
  const chance = createChance(7)
  for (let id = 1; id <= events; id += 1) {
    const language = chance.pick(ContentLanguage.options)
    const category = chance.pick(Category.options)
    const name = eventName(chance, language, category)
    const { start, end } = timesOf(chance, id)
    const created = start - chance.between(5, 60) * day
    const host = hostOf(id, streamers)
    const approvedAt = isApproved(id) ? created + hour : null
    const status = approvedAt === null ? 'pending' : 'approved'
    const certainty = chance.is(0.9) ? 'exact' : 'date_only'
    yield [
      ...[id, `${slugOf(name)}-${id}`, name, about.repeat(chance.between(1, 6)), start, end],
      ...[chance.pick(zones), id <= live ? 'exact' : certainty, status, approvedAt, language],
      ...[pickPlatform(host), createChannelName(host)],
      ...[chance.is(0.6) ? chance.between(1, games + 1) : null, category],
      ...[chance.is(0.3) ? chance.between(1, groups + 1) : null, `https://example.com/proof/${id}`],
      ...[chance.is(0.5) ? chance.between(1, users + 1) : null, created, created + hour],
      normalizeSeriesName(name),
    ]
  }
}

function hostOf(eventId: number, streamers: number): number {
  return 1 + ((eventId * 7_919) % streamers)
}

export function* participantRows({ events, streamers }: Scale): Iterable<Row> {
  const chance = createChance(8)
  for (let id = 1; id <= events; id += 1) {
    const many = 1 + chance.below(chance.between(1, 6))
    for (let position = 0; position < many; position += 1) {
      const streamer = 1 + ((hostOf(id, streamers) - 1 + position * 37) % streamers)
      const isKnown = chance.is(0.9)
      yield [
        ...[id, position, isKnown ? streamer : null, createStreamerName(streamer)],
        ...(isKnown ? [null, null] : [pickPlatform(streamer), createChannelName(streamer)]),
      ]
    }
  }
}

/** `total` distinct pairs of member and subject. */
export function* pairRows(
  subjects: readonly number[],
  total: number,
  users: number,
): Iterable<Row> {
  const chance = createChance(9)
  const stride = fullCycleStride(users)
  for (const [index, many] of splitByPopularity(total, subjects.length).entries()) {
    const firstUser = chance.below(users)
    for (let nth = 0; nth < many; nth += 1) {
      const user = 1 + ((firstUser + nth * stride) % users)
      yield [subjects[index] ?? 0, user, scaleNow - chance.between(1, 900 * 24) * hour]
    }
  }
}
