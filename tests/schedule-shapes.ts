import { placeStreamer } from './agenda.ts'
import { query } from './members.ts'
import { hour } from './people.ts'
import type { TestWorker } from './worker.ts'

const written = (at: number) => new Date(at).toISOString().replace('.000', '')
const stamp = (at: number) => written(at).replace(/[-:]/g, '')

/** Of a channel's schedule, as the documentation of Twitch has it. */
export function twitchSegment(id: string, startAt: number, changes: Record<string, unknown> = {}) {
  return {
    id,
    start_time: written(startAt),
    end_time: written(startAt + 3 * hour),
    title: `Segment ${id}`,
    canceled_until: null,
    category: { id: '509670', name: 'Science & Technology' },
    is_recurring: false,
    ...changes,
  }
}

type Entry = { uid: string; startAt: number; name?: string }

/** A calendar file of entries of two hours. */
export function calendarText(entries: Entry[]): string {
  const events = entries.map(({ uid, startAt, name = uid }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${name}`,
    `DTSTART:${stamp(startAt)}`,
    `DTEND:${stamp(startAt + 2 * hour)}`,
    'END:VEVENT',
  ])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test']
  return [...head, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
}

let count = 0

/** A streamer with a channel on Twitch, verified unless said otherwise. */
export async function placeChannel(
  worker: Pick<TestWorker, 'environment'>,
  userId: number | null,
  verifiedAt: number | null = 1,
) {
  count += 1
  const name = `ana_${count}`
  const streamerId = await placeStreamer(worker, `Ana ${count}`)
  await query(worker, 'update streamers set user_id = ? where id = ?', userId, streamerId)
  const [account] = await query<{ id: number }>(
    worker,
    `insert into streaming_accounts (streamer_id, platform, name, name_key, verified_at, created_at)
      values (?, 'twitch', ?2, ?2, ?, 0) returning id`,
    streamerId,
    name,
    verifiedAt,
  )
  return { streamerId, accountId: account?.id ?? 0, name }
}
