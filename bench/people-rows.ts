import type { Platform } from '../worker/contracts/enumerations.ts'
import { ContentLanguage } from '../worker/contracts/locale.ts'
import { slugOf } from '../worker/contracts/slugs.ts'
import { createChance, splitByPopularity } from './chance.ts'
import { day, scaleNow, type Row, type Scale } from './scale.ts'
import { channelName, gameName, groupName, streamerName } from './vocabulary.ts'

const madeAt = scaleNow - 900 * day

export function createChannelName(streamerId: number): string {
  return channelName((streamerId * 317_811) % 512_000)
}

export function createStreamerName(streamerId: number): string {
  return streamerName(createChance(streamerId), createChannelName(streamerId))
}

export function pickPlatform(streamerId: number): Platform {
  return streamerId % 5 === 0 ? 'youtube' : 'twitch'
}

export function* userRows(count: number): Iterable<Row> {
  for (let id = 1; id <= count; id += 1) {
    const name = `member_${id}`
    const email = `${name}@people.example`
    yield [id, name, name, email, email, scaleNow - day, scaleNow - (id % 1400) * day]
  }
}

export function* gameRows(count: number): Iterable<Row> {
  for (let id = 1; id <= count; id += 1) {
    const name = gameName(id - 1)
    yield [id, slugOf(name), name, name.toLowerCase(), madeAt]
  }
}

export function* groupRows({ groups, games }: Scale): Iterable<Row> {
  const chance = createChance(4)
  for (let id = 1; id <= groups; id += 1) {
    const name = groupName(id - 1)
    const gameId = chance.is(0.4) ? chance.between(1, games + 1) : null
    const language = chance.pick(ContentLanguage.options)
    const about = `${name}: every event of the series.`
    yield [
      id,
      slugOf(name),
      name,
      name.toLowerCase(),
      about,
      language,
      gameId,
      scaleNow - 900 * day,
    ]
  }
}

export function* streamerRows(count: number): Iterable<Row> {
  const chance = createChance(5)
  const followers = splitByPopularity(count * 2_000, count)
  for (let id = 1; id <= count; id += 1) {
    const name = createStreamerName(id)
    const featuredAt = id <= 12 ? scaleNow - id * day : null
    const followerCount = chance.is(0.7) ? (followers[id - 1] ?? 0) : null
    const language = chance.pick(ContentLanguage.options)
    yield [id, name, name.toLowerCase(), language, followerCount, featuredAt, madeAt]
  }
}

export function* accountRows(count: number): Iterable<Row> {
  for (let id = 1; id <= count; id += 1) {
    const name = createChannelName(id)
    yield [id, id, pickPlatform(id), name, name, madeAt]
  }
}
