import { createHash } from 'node:crypto'
import { createChance, type Chance } from './chance.ts'
import { day, hour, scaleNow } from './scale.ts'
import {
  pickKind,
  pickPopular,
  readPath,
  type Kind,
  type Ledger,
  type Subjects,
  type WriteKind,
} from './soak-traffic.ts'

export type Sample = { kind: Kind; ms: number; isFailed: boolean }
export type Soak = {
  url: string
  subjects: Subjects
  ledger: Ledger
  samples: Sample[]
  /** Unix milliseconds. */
  until: number
}
/** Undefined: the request failed. */
type Found = Record<string, unknown> | string | undefined
type Call = { method?: string; token?: string; body?: unknown }

let drafts = 0

/** A name unlike those before, since similar proposals are asked about. */
function draft() {
  drafts += 1
  const bytes = createHash('sha256').update(String(drafts)).digest().subarray(0, 14)
  const word = Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const start = scaleNow + 20 * day + drafts * hour
  return {
    name: word,
    description: 'Twelve hours for a good cause.',
    start: new Date(start).toISOString(),
    end: new Date(start + 4 * hour).toISOString(),
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    language: 'en',
    platform: 'twitch',
    streaming_account_name: `soak_channel_${drafts}`,
    category: 'charity',
    participants: [],
    proof_url: 'https://example.com/announcement',
  }
}

/** One request after the other. Each member acts in one client alone: the order of acts is known. */
export class SoakClient {
  readonly #soak: Soak
  readonly #chance: Chance
  readonly #members: Subjects['members']
  readonly #waiting: number[] = []
  #turn = 0

  constructor(soak: Soak, { number, of }: { number: number; of: number }) {
    this.#soak = soak
    this.#chance = createChance(number + 1)
    this.#members = soak.subjects.members.filter((_, index) => index % of === number)
  }

  async run(): Promise<void> {
    const { samples, until } = this.#soak
    while (Date.now() < until) {
      const kind = pickKind(this.#chance)
      const began = performance.now()
      const answer = await this.#request(kind)
      samples.push({ kind, ms: performance.now() - began, isFailed: answer === undefined })
    }
  }

  #request(kind: Kind): Promise<Found> {
    const { subjects } = this.#soak
    const writes: Record<WriteKind, () => Promise<Found>> = {
      hype: () => this.#toggle('events', pickPopular(this.#chance, subjects.events).id),
      follow: () => this.#toggle('streamers', pickPopular(this.#chance, subjects.streamers)),
      proposal: () => this.#propose(),
      approval: () => this.#approve(),
    }
    const isWrite = (candidate: Kind): candidate is WriteKind => candidate in writes
    return isWrite(kind) ? writes[kind]() : this.#call(readPath(kind, subjects, this.#chance))
  }

  #nextMember(): Subjects['members'][number] {
    this.#turn += 1
    return this.#members[this.#turn % this.#members.length] as Subjects['members'][number]
  }

  async #toggle(what: 'events' | 'streamers', id: number): Promise<Found> {
    const { ledger } = this.#soak
    const member = this.#nextMember()
    const [act, on] =
      what === 'events'
        ? (['toggle_hype', ledger.hypes] as const)
        : (['toggle_follow', ledger.follows] as const)
    const path = `/api/v1/${what}/${id}/${act}`
    const answer = await this.#call(path, { method: 'PUT', token: member.token })
    if (typeof answer !== 'object') return undefined
    const isOn = answer['hyped'] ?? answer['followed']
    if (isOn === true) on.add(`${member.id}:${id}`)
    else on.delete(`${member.id}:${id}`)
    return answer
  }

  async #propose(): Promise<Found> {
    const { token } = this.#nextMember()
    const answer = await this.#call('/api/v1/events', { method: 'POST', token, body: draft() })
    if (typeof answer !== 'object') return undefined
    this.#soak.ledger.proposals.add(Number(answer['id']))
    this.#waiting.push(Number(answer['id']))
    return answer
  }

  async #approve(): Promise<Found> {
    const { ledger, subjects } = this.#soak
    const id = this.#waiting.shift()
    if (id === undefined) return this.#propose()
    const answer = await this.#call(`/api/v1/admin/proposals/${id}/approve`, {
      method: 'POST',
      token: subjects.moderator,
      body: { delay_seconds: 0 },
    })
    if (answer !== undefined) ledger.approvals.add(id)
    return answer
  }

  async #call(path: string, { method = 'GET', token, body }: Call = {}): Promise<Found> {
    const response = await fetch(this.#soak.url + path, {
      method,
      headers: {
        'X-Test-Now': String(scaleNow),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) {
      console.error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      return undefined
    }
    return path.startsWith('/api/') ? (JSON.parse(text) as Record<string, unknown>) : text
  }
}
