import { expect, test } from 'vitest'
import type {
  EventId,
  ScheduleSourceId,
  StreamerId,
  StreamingAccountId,
  UserId,
} from '#worker/contracts/ids.ts'
import { reconcile, toEventInput } from './reconcile.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { ScheduledItem } from './scheduled-item.ts'
import type { ImportedEntry, ScheduleSource } from './source-rows.ts'

const now = Date.UTC(2027, 2, 24, 12)
const hour = 3_600_000
const day = 24 * hour

const source: ScheduleSource = {
  id: 1 as ScheduleSourceId,
  userId: 1 as UserId,
  streamerId: 1 as StreamerId,
  accountId: 1 as StreamingAccountId,
  kind: 'ical_url',
  encryptedUrl: null,
  platform: 'twitch',
  account: 'Ana',
  platformId: null,
  category: 'variety',
  language: 'fr',
  timezone: 'Europe/Paris',
  isAllowed: true,
  isOwn: true,
  lastRunAt: null,
}

function item(changes: Partial<ScheduledItem> = {}): ScheduledItem {
  return {
    uid: 'a',
    name: 'Marathon',
    description: '',
    startAt: now + day,
    endAt: now + day + 4 * hour,
    timezone: null,
    isDateOnly: false,
    url: null,
    isOff: false,
    ...changes,
  }
}

function knownOf(
  before: ScheduledItem,
  event: Partial<NonNullable<ImportedEntry['event']>> = {},
  missingRuns = 0,
  takenOffAt: number | null = null,
): ImportedEntry {
  const fingerprint = computeFingerprint(toEventInput(before, source)!)
  const { uid, name, startAt, endAt } = before
  const snapshot = {
    id: 7 as EventId,
    name,
    status: 'approved' as const,
    startAt,
    endAt,
    approveAt: null,
    cancelledAt: null,
    updatedAt: 0,
    fingerprint,
    plainFingerprint: fingerprint,
  }
  const missingSince = missingRuns > 0 ? now - hour : null
  const remembered = { uid, fingerprint, missingRuns, missingSince, takenOffAt }
  return { ...remembered, event: { ...snapshot, ...event } }
}

function decide(
  items: ScheduledItem[],
  known: ImportedEntry[] = [],
  of: ScheduleSource = source,
  isComplete = true,
): string[] {
  const given = { items, unreadable: [], isComplete, known, source: of, now }
  return reconcile(given).map(({ decision }) =>
    decision.outcome === 'skipped' ? `skipped: ${decision.reason}` : decision.outcome,
  )
}

test('a new entry becomes an event of the channel, proved by its page or the channel', () => {
  expect(toEventInput(item(), source)).toMatchObject({
    name: 'Marathon',
    start: now + day,
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    streaming_account_name: 'Ana',
    participants: [{ streamer_id: 1 }],
    proof_url: 'https://www.twitch.tv/Ana',
  })
  const other = item({ url: 'https://example.com/x', timezone: 'UTC', isDateOnly: true })
  expect(toEventInput(other, source)).toMatchObject({
    timezone: 'UTC',
    time_certainty: 'date_only',
    proof_url: 'https://example.com/x',
  })
  expect(decide([item()])).toEqual(['created'])
})

test('texts are cut and cleaned to what an event may hold', () => {
  const input = toEventInput(
    item({ name: `  A\n  ${'b'.repeat(200)}`, description: `x\u0000${'y'.repeat(6000)}` }),
    source,
  )
  expect(input?.name).toHaveLength(120)
  expect(input?.name.startsWith('A bbb')).toBe(true)
  expect(input?.description.startsWith('xyy')).toBe(true)
  expect(input?.description).toHaveLength(5000)
})

test.each<[string, Partial<ScheduledItem>]>([
  ['off', { isOff: true }],
  ['past', { startAt: now - hour }],
  ['too_far', { startAt: now + 57 * day, endAt: now + 57 * day + hour }],
  ['too_long', { endAt: now + 20 * day }],
  ['invalid', { name: 'x' }],
])('a new entry is passed over: %s', (reason, changes) => {
  expect(decide([item(changes)])).toEqual([`skipped: ${reason}`])
})

test('a change at the source changes the event, and no change changes nothing', () => {
  expect(decide([item()], [knownOf(item())])).toEqual(['unchanged'])
  expect(decide([item({ name: 'Renamed' })], [knownOf(item())])).toEqual(['updated'])
  const later = item({ startAt: now + 2 * day, endAt: now + 2 * day + hour })
  expect(decide([later], [knownOf(item())])).toEqual(['updated'])
  expect(decide([item({ isOff: true })], [knownOf(item())])).toEqual(['cancelled'])
})

test.each<[string, Partial<NonNullable<ImportedEntry['event']>>]>([
  ['decided', { status: 'rejected' }],
  ['decided', { status: 'disabled' }],
  ['decided', { cancelledAt: now - day }],
  ['decided', { status: 'pending', approveAt: now + hour }],
  ['changed_by_hand', { fingerprint: 'another' }],
  ['past', { startAt: now - day, endAt: now - hour }],
])('what somebody decided or changed stays as they left it: %s %j', (reason, event) => {
  for (const changes of [{ name: 'Renamed' }, { isOff: true }]) {
    expect(decide([item(changes)], [knownOf(item(), event)])).toEqual([`skipped: ${reason}`])
  }
  expect(decide([], [knownOf(item(), event, 5)])).toEqual([])
})

test('an event that was deleted is not made again', () => {
  expect(decide([item()], [{ ...knownOf(item()), event: null }])).toEqual(['skipped: decided'])
})

test('what has begun is not moved', () => {
  const running = item({ startAt: now - hour })
  expect(decide([item()], [knownOf(running)])).toEqual(['skipped: past'])
  expect(decide([{ ...running, endAt: now + 3 * day }], [knownOf(running)])).toEqual(['updated'])
})

test('what is no longer listed is off only after two runs in a row, and never for a file', () => {
  const other = item({ uid: 'b', name: 'Another', startAt: now + 3 * day, endAt: now + 4 * day })
  const kept = knownOf(other)
  expect(decide([other], [knownOf(item()), kept])).toEqual(['unchanged', 'missing'])
  expect(decide([other], [knownOf(item(), {}, 1), kept])).toEqual(['unchanged', 'cancelled'])
  expect(decide([], [knownOf(item(), {}, 1)], { ...source, kind: 'ical_file' })).toEqual([])
})

const listed = ['a', 'b', 'c', 'd', 'e'].map((uid, index) =>
  item({
    uid,
    name: `Marathon ${uid}`,
    startAt: now + (index + 2) * day,
    endAt: now + (index + 3) * day,
  }),
)

test.each([
  ['nothing', listed, [], true],
  ['nothing, of one', listed.slice(0, 1), [], true],
  ['two of five', listed, listed.slice(3), true],
  ['three of five', listed, listed.slice(2), false],
  ['one of two', listed.slice(0, 2), listed.slice(0, 1), false],
])(
  'a reading that lists %s is taken at its word after a day, or at once',
  (_, before, after, isHeld) => {
    const isOf = new Set(after.map(({ uid }) => uid))
    const at = (missingSince: number) =>
      before.map((one) => ({ ...knownOf(one, {}, isOf.has(one.uid) ? 0 : 1), missingSince }))
    const outcomes = (missingSince: number) =>
      decide(after, at(missingSince)).filter((one) => one !== 'unchanged')
    const gone = before.length - after.length
    const soon = Array.from({ length: gone }, () => (isHeld ? 'missing' : 'cancelled'))
    expect(outcomes(now - day + 1)).toEqual(soon)
    expect(outcomes(now - day)).toEqual(soon.map(() => 'cancelled'))
  },
)

test('a pause of the channel counts as missing, and brings nothing in', () => {
  const paused = item({ isPaused: true })
  expect(decide([paused])).toEqual(['skipped: off'])
  expect(decide([paused], [knownOf(item())])).toEqual(['missing'])
  expect(decide([paused], [knownOf(item(), {}, 1)])).toEqual(['cancelled'])
})

test('what the import took off comes back with its source, unless a person acted since', () => {
  const off = { cancelledAt: 5, updatedAt: 5 }
  const known = (event: Partial<NonNullable<ImportedEntry['event']>>) =>
    knownOf(item(), { ...off, ...event }, 0, 5)
  const moved = item({ startAt: now + 2 * day, endAt: now + 2 * day + hour })
  expect(decide([item()], [known({})])).toEqual(['restored'])
  expect(decide([moved], [known({})])).toEqual(['restored'])
  expect(decide([item({ isOff: true })], [known({})])).toEqual(['skipped: off'])
  expect(decide([], [known({})])).toEqual([])
  expect(decide([item()], [known({ status: 'disabled', cancelledAt: null })])).toEqual(['restored'])
  expect(decide([item()], [known({ updatedAt: 6 })])).toEqual(['skipped: decided'])
  const again = known({ cancelledAt: null, updatedAt: 7 })
  expect(decide([item({ isOff: true })], [again])).toEqual(['skipped: decided'])
})

test('what cannot be read is passed over, and none of its times is taken for gone', () => {
  const known = [knownOf(item({ uid: 'a|20270325T120000' }), {}, 1), knownOf(item(), {}, 1)]
  const unreadable = [{ uid: 'a', name: 'Marathon', startAt: null }]
  expect(reconcile({ items: [], unreadable, isComplete: true, known, source, now })).toEqual([
    {
      uid: 'a',
      name: 'Marathon',
      startAt: null,
      decision: { outcome: 'skipped', reason: 'unreadable' },
    },
  ])
})

test('what a reading that was cut off does not list is not taken for gone', () => {
  expect(decide([], [knownOf(item(), {}, 1)], source, false)).toEqual([])
})

test('readings that follow each other soon count once', () => {
  const soon = { ...source, lastRunAt: now - 29 * 60_000 }
  const other = item({ uid: 'b', name: 'Another', startAt: now + 3 * day, endAt: now + 4 * day })
  const known = [knownOf(item(), {}, 1), knownOf(other)]
  expect(decide([other], known, soon)).toEqual(['unchanged', 'missing'])
  const later = { ...source, lastRunAt: now - 30 * 60_000 }
  expect(decide([other], known, later)).toEqual(['unchanged', 'cancelled'])
})

test('what was reviewed is rewritten by its owner’s own channel alone', () => {
  const other = { ...source, isOwn: false }
  const renamed = [item({ name: 'Renamed' })]
  expect(decide(renamed, [knownOf(item())], other)).toEqual(['skipped: decided'])
  expect(decide(renamed, [knownOf(item(), { status: 'pending' })], other)).toEqual(['updated'])
  expect(decide([item()], [knownOf(item())], other)).toEqual(['unchanged'])
})

test('a channel that goes by a new name has not changed its events', () => {
  const renamed = { ...source, account: 'Ana_2' }
  expect(decide([item()], [knownOf(item())], renamed)).toEqual(['unchanged'])
  const proofOf = (proof: string) =>
    computeFingerprint({ ...toEventInput(item(), source)!, proof_url: proof })
  expect(proofOf('https://www.twitch.tv/Ana_2')).toBe(proofOf('https://www.twitch.tv/Ana'))
  expect(proofOf('https://www.twitch.tv/videos/1')).not.toBe(proofOf('https://www.twitch.tv/Ana'))
})

/** A series on three days, and the same by other names an hour later. */
function moveSeries(change: Partial<ScheduledItem> = {}, base = 'a') {
  const times = [1, 2, 3].map((days) => now + days * day)
  const before = times.map((startAt) =>
    item({ uid: `a|${startAt}`, startAt, endAt: startAt + hour }),
  )
  const after = times.map((at) => {
    const startAt = at + hour
    return item({ uid: `${base}|${startAt}`, startAt, endAt: startAt + hour, ...change })
  })
  return {
    before,
    after,
    known: before.map((one, id) => knownOf(one, { id: (id + 1) as EventId })),
  }
}

test('a series that is moved moves its events, each to the nearest time', () => {
  const { after, known } = moveSeries({ name: 'Renamed too' })
  const given = { items: after, unreadable: [], isComplete: true, known, source, now }
  expect(reconcile(given)).toMatchObject(
    after.map(({ uid }, index) => ({
      uid,
      formerUid: known[index]?.uid,
      decision: { outcome: 'updated', eventId: index + 1 },
    })),
  )
})

test('one that is written anew is known by its name, but a file says nothing of what it leaves out', () => {
  const { after, known } = moveSeries({}, 'b')
  expect(decide(after, known)).toEqual(['updated', 'updated', 'updated'])
  expect(decide(after, known, { ...source, kind: 'ical_file' })).toEqual(after.map(() => 'created'))
  const same = moveSeries()
  expect(decide(same.after, same.known, { ...source, kind: 'ical_file' })).toEqual(
    after.map(() => 'updated'),
  )
  expect(decide(after, known, source, false)).toEqual(after.map(() => 'created'))
})

test('an entry of our own calendar is known by the name that it had while names ended with a host', () => {
  const before = item({ uid: 'event-339@hypecal.example' })
  const after = item({
    uid: `event-339@${'0a'.repeat(8)}.hypecal`,
    startAt: before.startAt + 3 * day,
  })
  const file = { ...source, kind: 'ical_file' as const }
  const longer = { ...after, endAt: after.startAt + hour }
  for (const of of [source, file]) {
    const known = [knownOf(before)]
    const given = { unreadable: [], isComplete: true, known, source: of, now }
    const decision = { outcome: 'updated', eventId: 7 }
    expect(reconcile({ ...given, items: [longer] })).toMatchObject([
      { uid: after.uid, formerUid: before.uid, decision },
    ])
  }
  const another = { ...longer, uid: longer.uid.replace('339', '340') }
  expect(decide([another], [knownOf(before)], file)).toEqual(['created'])
  const gone = knownOf(before)
  expect(decide([longer], [{ ...gone, event: null }])).toEqual(['skipped: decided'])
})

test('an entry far from what is gone, or called otherwise, is another', () => {
  const { after, known } = moveSeries({ name: 'Another' }, 'b')
  const gone = known.map(() => 'missing')
  expect(decide(after, known)).toEqual([...after.map(() => 'created'), ...gone])
  const [first] = moveSeries().known
  const later = item({ uid: 'a|later', startAt: now + 5 * day, endAt: now + 5 * day + hour })
  expect(decide([later], [first!])).toEqual(['created', 'missing'])
})

test('what somebody decided of an event goes with it where its series is moved', () => {
  const { after, known } = moveSeries()
  const [first, ...rest] = known
  const cancelled = { ...first!, event: { ...first!.event!, cancelledAt: now - day } }
  expect(decide(after, [cancelled, ...rest])).toEqual(['skipped: decided', 'updated', 'updated'])
})
