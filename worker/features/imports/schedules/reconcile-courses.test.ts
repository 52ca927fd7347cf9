import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventId, StreamerId } from '#worker/contracts/ids.ts'
import type { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import { computeFingerprint } from './fingerprint.ts'
import { createListedUidCheck, isLongAfterLastRun, reconcile } from './reconcile.ts'
import type { ReconcileDecision, ReconcileSource } from './reconcile.ts'
import type { FeedSnapshot, ScheduledItem } from './scheduled-item.ts'
import type { ImportedEntry, ImportedEvent } from './source-rows.ts'
import { runsOf } from '#tests/support/runs.ts'

const hour = 3_600_000
const day = 24 * hour
const began = Date.UTC(2027, 2, 1)
const courses = runsOf({ few: 300, many: 5_000 })

const names = ['a', 'b', 'c', 'd', 'e'] as const
type Name = (typeof names)[number]
type Listed = 'on' | 'off' | 'absent'
type Step =
  | { do: 'list'; name: Name; as: Listed }
  | { do: 'move'; name: Name; hours: number }
  | { do: 'rename'; name: Name }
  | { do: 'pause' | 'resume' | 'wait' }
  | { do: 'fail' | 'empty'; times: number }
  | { do: 'cancel' | 'disable' | 'correct' | 'bring_back'; name: Name }

const name = fc.constantFrom(...names)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      name,
      as: fc.constantFrom<Listed>('on', 'on', 'off', 'absent', 'absent'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      name,
      hours: fc.constantFrom(-5, 3, 40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), name }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume', 'wait', 'wait') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('fail' as const, 'empty', 'empty'),
      times: fc.constantFrom(1, 1, 2, 3, 26),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'disable', 'correct', 'bring_back'),
      name,
    }),
  },
)

type Event = ImportedEvent & { isDecided: boolean; told: string[] }
type Row = Omit<ImportedEntry, 'uid' | 'event'> & { event: Event }

/** A source, what was imported from it, and the agenda; time goes on by an hour a reading. */
class Course {
  now = began
  truth = new Map<Name, { uid: string; startAt: number; as: Listed; title: string }>()
  isPaused = false
  rows = new Map<string, Row>()
  lastRunAt: number | null = null

  get source(): ReconcileSource {
    return {
      kind: 'ical_url',
      streamerId: 1 as StreamerId,
      platform: 'twitch',
      account: 'Ana',
      category: 'variety',
      language: 'fr',
      timezone: 'Europe/Paris',
      isOwn: true,
      lastRunAt: this.lastRunAt,
    }
  }

  snapshot(isEmpty = false): FeedSnapshot {
    const items = [...this.truth.values()].flatMap(
      ({ uid, startAt, as, title }): ScheduledItem[] =>
        isEmpty || as === 'absent'
          ? []
          : [
              {
                uid,
                name: title,
                description: '',
                startAt,
                endAt: startAt + 2 * hour,
                timezone: null,
                isDateOnly: false,
                url: null,
                isOff: as === 'off',
                ...(this.isPaused && { isPaused: true }),
              },
            ],
    )
    return { items, unreadable: [], isComplete: true }
  }

  read(feed: FeedSnapshot): void {
    const { now, source } = this
    const known = [...this.rows].map(([uid, row]) => ({ uid, ...row }))
    const isCounted = isLongAfterLastRun(source, now)
    const isListed = createListedUidCheck(feed)
    const decided = reconcile({ ...feed, known, source, now })
    for (const { uid, row } of known.map(({ uid }) => ({ uid, row: this.rows.get(uid)! }))) {
      if (isListed(uid)) Object.assign(row, { missingRuns: 0, missingSince: null })
    }
    for (const { uid, formerUid, decision } of decided) {
      if (formerUid) this.rename(formerUid, uid)
      if ('input' in decision) this.publish(uid, decision)
      else if (decision.outcome === 'cancelled') this.takeOff(this.rows.get(uid)!)
      else if (decision.outcome === 'missing' && isCounted) this.miss(this.rows.get(uid)!)
    }
    this.lastRunAt = now
  }

  rename(formerUid: string, uid: string): void {
    const former = this.rows.get(formerUid)!
    this.rows.delete(formerUid)
    this.rows.set(uid, Object.assign(former, { missingRuns: 0, missingSince: null }))
  }

  miss(row: Row): void {
    Object.assign(row, { missingRuns: 1, missingSince: row.missingSince ?? this.now })
  }

  takeOff(row: Row): void {
    row.takenOffAt = this.now
    Object.assign(row.event, { cancelledAt: this.now, updatedAt: this.now })
    row.event.told.push('off')
  }

  publish(
    uid: string,
    { input, outcome }: Extract<ReconcileDecision, { input: EventInput }>,
  ): void {
    const row = this.rows.get(uid)
    const fingerprint = computeFingerprint(input)
    const { name, start: startAt, end: endAt } = input
    const facts = { name, startAt, endAt, fingerprint, plainFingerprint: fingerprint }
    const now = { cancelledAt: null, updatedAt: this.now }
    const said = `at ${input.start}`
    if (!row) {
      const id = (this.rows.size + 1) as EventId
      const fresh = { id, status: 'approved' as const, approveAt: null, isDecided: false }
      const none = { missingRuns: 0, missingSince: null, takenOffAt: null }
      const event: Event = { ...fresh, ...facts, ...now, told: [said] }
      this.rows.set(uid, { fingerprint, ...none, event })
      return
    }
    if (outcome === 'restored' || input.start !== row.event.startAt) row.event.told.push(said)
    Object.assign(row, { fingerprint, takenOffAt: null })
    Object.assign(row.event, facts, now)
  }

  /** A moderator or the owner. */
  decide(name: Name, act: 'cancel' | 'disable' | 'correct' | 'bring_back'): void {
    const event = this.rows.get(this.uidOf(name))?.event
    if (!event) return
    const isOff = event.cancelledAt !== null || event.status === 'disabled'
    if (isOff !== (act === 'bring_back')) return
    event.isDecided = true
    event.status = act === 'disable' ? 'disabled' : 'approved'
    event.cancelledAt = act === 'cancel' ? this.now : null
    event.updatedAt = this.now + 1
    if (act === 'correct') event.fingerprint = 'by hand'
    else event.told.push(act === 'bring_back' ? `at ${event.startAt}` : 'off')
  }

  uidOf(name: Name): string {
    return this.truth.get(name)?.uid ?? name
  }

  announce(one: Extract<Step, { do: 'list' | 'move' | 'rename' }>, turn: number): void {
    const startAt = began + (20 + 3 * names.indexOf(one.name)) * day
    const title = `Marathon ${one.name}`
    const before = this.truth.get(one.name) ?? { uid: one.name, startAt, as: 'on', title }
    const isDecided = this.rows.get(before.uid)?.event.isDecided
    if (one.do === 'list') this.truth.set(one.name, { ...before, as: one.as })
    if (one.do === 'move') {
      this.truth.set(one.name, { ...before, startAt: startAt + one.hours * hour })
    }
    if (one.do === 'rename' && !isDecided) {
      this.truth.set(one.name, { ...before, uid: `${one.name} of ${turn}` })
    }
  }

  take(one: Step, turn: number): void {
    if (one.do === 'list' || one.do === 'move' || one.do === 'rename') this.announce(one, turn)
    else if ('name' in one) this.decide(one.name, one.do)
    if (one.do === 'pause' || one.do === 'resume') this.isPaused = one.do === 'pause'
    const times = 'times' in one ? one.times : 1
    for (let time = 0; time < times; time += 1) {
      this.now += hour
      if (one.do === 'fail') this.lastRunAt = this.now
      else this.read(this.snapshot(one.do === 'empty'))
    }
  }
}

test(
  'in the end the agenda is as the source says, but for what a person decided, and each change is told once',
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) => {
        const course = new Course()
        for (const [turn, one] of steps.entries()) course.take(one, turn)
        course.isPaused = false
        for (const hours of [0, 0, 24, 0]) {
          course.now += hours * hour
          course.take({ do: 'wait' }, 0)
        }
        const live = [...course.rows]
          .filter(([, { event }]) => event.status === 'approved' && event.cancelledAt === null)
          .filter(([, { event }]) => !event.isDecided)
          .map(([uid, { event }]) => [uid, event.name, event.startAt])
        const wanted = [...course.truth.values()]
          .filter(({ uid, as }) => as === 'on' && !course.rows.get(uid)?.event.isDecided)
          .map(({ uid, title, startAt }) => [uid, title, startAt])
        expect(live.toSorted()).toEqual(wanted.toSorted())
        for (const { event } of course.rows.values()) {
          const isRepeated = (said: string, index: number) => said === event.told[index - 1]
          expect(event.told.filter(isRepeated)).toEqual([])
        }
      }),
      { numRuns: courses },
    )
  },
  60_000 + courses * 60,
)
