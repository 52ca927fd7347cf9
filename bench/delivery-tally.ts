export type TallyChannel = 'email' | 'discord' | 'push'

/** Outcome of the deliveries of one channel, one for each of the people `expected`. */
export type Tally = {
  channel: TallyChannel
  expected: number
  arrived: number
  /** Neither arrived nor shown as unknown. */
  lost: number
  /** Arrived more than once. */
  doubled: number
  /** Shown as unknown, whether it arrived or not. */
  unknown: number
  unknownArrived: number
}

type Outcome = {
  expected: Iterable<number>
  /** Number of times that each person was sent something. */
  arrivals: ReadonlyMap<number, number>
  unknown: ReadonlySet<number>
}

/** A mail that did not arrive is lost, whatever is shown of it: its key allows another try. */
export function countDeliveries(
  channel: TallyChannel,
  { expected, arrivals, unknown }: Outcome,
): Tally {
  const people = [...expected]
  const hasArrived = (person: number) => (arrivals.get(person) ?? 0) > 0
  const isShown = (person: number) => channel !== 'email' && unknown.has(person)
  return {
    channel,
    expected: people.length,
    arrived: people.filter(hasArrived).length,
    lost: people.filter((person) => !hasArrived(person) && !isShown(person)).length,
    doubled: [...arrivals.values()].filter((times) => times > 1).length,
    unknown: unknown.size,
    unknownArrived: [...unknown].filter(hasArrived).length,
  }
}

export function isFlawless({ lost, doubled }: Tally): boolean {
  return lost === 0 && doubled === 0
}

export function countEach(ids: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The number in the address of a seeded member: `member_12@people.example`, `/fcm/send/12`. */
export function parsePerson(address: string): number {
  return Number(/\d+/.exec(address)?.[0])
}
