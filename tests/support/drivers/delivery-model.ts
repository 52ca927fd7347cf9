import { day, hour, minute } from '#tests/support/drivers/durations.ts'

/** How an upstream behaves. */
export type UpstreamBehaviour = 'fine' | 'cut' | 404 | 429 | 500

type Channel = 'email' | 'discord'
type Status = 'pending' | 'sent' | 'stopped' | 'dead' | 'unknown'
type Message = {
  kind: 'reminder' | 'event_changed' | 'event_cancelled'
  hours: 24 | 1 | ''
  channel: Channel
  /** The start it is about. */
  start: number
  /** The start before a move. */
  old?: number | undefined
  /** Another move came before it was sent. */
  isOvertaken?: boolean
  closesAt: number
  createdAt: number
  status: Status
  attempts: number
  nextAt: number
  isTaken: boolean
}

const backOff = [1, 5, 30, 120, 360].map((minutes) => minutes * minute)

/**
 * Messages to one person who may have hyped one event, by mail and by Discord: the rules said a
 * second time, without a database, a queue or anything at the same time.
 */
export function createDeliveryModel({ start, lengthMs }: { start: number; lengthMs: number }) {
  const event = {
    start,
    isApproved: true,
    isCancelled: false,
    wasAt: undefined as number | undefined,
  }
  const fan = {
    hypedAt: undefined as number | undefined,
    isActive: true,
    wantsReminderMail: true,
    hasWebhook: true,
    isQuietAtNight: false,
  }
  const behaviour: Record<'mail' | 'discord', UpstreamBehaviour> = { mail: 'fine', discord: 'fine' }
  const taken = { mail: 0, discord: 0 }
  const messages: Message[] = []
  const announced = new Set<string>()

  const isOn = () => event.isApproved && !event.isCancelled
  function isReached({ kind, channel }: Pick<Message, 'kind' | 'channel'>): boolean {
    if (!fan.isActive) return false
    return channel === 'discord' ? fan.hasWebhook : kind !== 'reminder' || fan.wantsReminderMail
  }

  function isTrue({ kind, start }: Message): boolean {
    if (fan.hypedAt === undefined) return false
    if (kind === 'event_cancelled') return event.isApproved && event.isCancelled
    return isOn() && event.start === start
  }

  function write(
    what: Pick<Message, 'kind' | 'hours' | 'start' | 'old' | 'closesAt'>,
    now: number,
  ): Message[] {
    const written = (['email', 'discord'] as const)
      .filter((channel) => fan.hypedAt !== undefined && isReached({ ...what, channel }))
      .map((channel): Message => ({
        ...what,
        channel,
        createdAt: now,
        status: 'pending',
        attempts: 0,
        nextAt: now,
        isTaken: false,
      }))
    messages.push(...written)
    return written
  }

  /** When the night ends that an instant falls into. */
  function nightEnd(now: number): number | undefined {
    const inDay = now % day
    if (!fan.isQuietAtNight || (inDay >= 8 * hour && inDay < 22 * hour)) return undefined
    return now - inDay + (inDay < 8 * hour ? 0 : day) + 8 * hour
  }

  /** A cancellation or move of an event of the same night goes out at once. */
  function isOfTheNight({ kind, start, old }: Message, now: number, morning: number): boolean {
    if (kind === 'event_cancelled') return event.start <= morning
    if (kind !== 'event_changed') return false
    return start <= morning || (old !== undefined && old > now && old <= morning)
  }

  function take(message: Message): void {
    if (!message.isTaken) taken[message.channel === 'email' ? 'mail' : 'discord'] += 1
    message.isTaken = true
  }

  /** To be asked to wait is no failure on the first day. */
  function tryAgain(message: Message, now: number, isAsked: boolean): void {
    const isFree = isAsked && now - message.createdAt < day
    const wait = isFree ? minute : backOff[message.attempts]
    if (!isFree) message.attempts += 1
    const nextAt = now + (wait ?? Infinity)
    message.status = nextAt >= message.closesAt ? 'dead' : 'pending'
    message.nextAt = nextAt
  }

  function end(message: Message, status: Status): void {
    message.status = status
    message.attempts += 1
  }

  function attempt(message: Message, now: number): void {
    if (now >= message.closesAt || !isReached(message) || !isTrue(message)) {
      message.status = message.attempts === 0 ? 'stopped' : 'dead'
      return
    }
    const morning = message.hours === 1 ? undefined : nightEnd(now)
    if (morning !== undefined && !isOfTheNight(message, now, morning)) {
      message.status = morning >= message.closesAt ? 'stopped' : 'pending'
      message.nextAt = morning
      return
    }
    meet(message, behaviour[message.channel === 'email' ? 'mail' : 'discord'], now)
  }

  function meet(message: Message, outlook: UpstreamBehaviour, now: number): void {
    if (outlook === 'fine' || outlook === 'cut') take(message)
    if (outlook === 'fine') return end(message, 'sent')
    if (outlook === 404) return end(message, 'dead')
    const isLost = outlook === 'cut' && message.channel === 'discord'
    return isLost ? end(message, 'unknown') : tryAgain(message, now, outlook === 429)
  }

  /** Messages sent at the same time learn together that a webhook is gone. */
  function send(some: Message[], now: number): void {
    const due = some.filter(({ status, nextAt }) => status === 'pending' && nextAt <= now)
    const before = new Map(due.map((message) => [message, message.attempts]))
    for (const message of due) attempt(message, now)
    const isGone = due.some(
      (message) =>
        message.channel === 'discord' &&
        behaviour.discord === 404 &&
        message.attempts > (before.get(message) ?? 0),
    )
    if (isGone) fan.hasWebhook = false
  }

  function remind(hours: 24 | 1, now: number): Message[] {
    const { start } = event
    const [from, until] = hours === 24 ? [day, hour] : [hour, 0]
    const isDue = now >= start - from && now < start - until && isOn()
    const key = `${hours} ${start}`
    if (!isDue || fan.hypedAt === undefined || announced.has(key)) return []
    announced.add(key)
    if (fan.hypedAt > start - from) return []
    return write({ kind: 'reminder', hours, start, closesAt: start - until }, now)
  }

  function revive(message: Message, now: number): void {
    if (message.isOvertaken || message.start !== event.start || event.start <= now) return
    if (message.status === 'stopped') message.nextAt = now
    message.status = 'pending'
  }

  function publish(now: number): void {
    const { start, wasAt } = event
    const isMoved = wasAt !== undefined && wasAt !== start
    const waiting = messages.filter(({ status }) => status === 'pending' || status === 'stopped')
    for (const message of waiting) {
      if (message.kind === 'event_changed' && isMoved) {
        Object.assign(message, { status: 'stopped', isOvertaken: true })
      } else if (message.kind !== 'event_cancelled') revive(message, now)
    }
    if (!isMoved || start <= now) return
    send(write({ kind: 'event_changed', hours: '', start, old: wasAt, closesAt: start }, now), now)
  }

  return {
    event,
    fan,
    behaviour,
    taken,
    hype(isWanted: boolean, now: number) {
      fan.hypedAt = isWanted ? (fan.hypedAt ?? now) : undefined
    },
    /** Back on the agenda, or off it. */
    moderate(isApproval: boolean, now: number) {
      if (!isApproval) event.wasAt = event.isApproved ? event.start : event.wasAt
      event.isApproved = isApproval
      event.isCancelled = false
      if (isApproval) publish(now)
    },
    cancel(now: number) {
      event.isCancelled = true
      for (const message of messages) {
        if (message.kind === 'reminder' && message.status === 'pending') message.status = 'stopped'
      }
      const closesAt = event.start + lengthMs
      if (closesAt <= now) return
      send(write({ kind: 'event_cancelled', hours: '', start: event.start, closesAt }, now), now)
    },
    move(to: number) {
      event.start = to
    },
    minute(now: number) {
      const waiting = [...messages]
      const reminders = [...remind(24, now), ...remind(1, now)]
      send(waiting, now)
      send(reminders, now)
    },
    /** Messages in the words of the outbox’s rows. */
    rows: () =>
      messages
        .map(({ kind, hours, channel, status, attempts }) =>
          [kind, hours, channel, status, attempts].join(' '),
        )
        .toSorted(),
  }
}
export type DeliveryModel = ReturnType<typeof createDeliveryModel>
