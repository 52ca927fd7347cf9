export type MailCall = {
  at: number
  key: string
  /** Hash of what was sent under the key. */
  hash: string
  to: string[]
}
/**
 * `repeated`: the key was taken with the same content, so nothing is sent. `changed`: it was taken with
 * other content. `limited`: beyond the calls of this second.
 */
export type MailAnswer = 'taken' | 'repeated' | 'changed' | 'limited'
export type MailEntry = MailCall & { answer: MailAnswer }

export type MailLimits = {
  /** Refuses more calls; undefined: takes all. */
  callsPerSecond?: number | undefined
}

/**
 * Ledger of a mail service's calls: as Resend documents it, a key stands for one call, single or
 * batch, for a day.
 */
export class MailLedger {
  readonly entries: MailEntry[]
  #hashes = new Map<string, string>()
  #limits: MailLimits
  #second = 0
  #callsInSecond = 0

  constructor(entries: MailEntry[], limits: MailLimits) {
    this.entries = entries
    this.#limits = limits
    for (const { answer, key, hash } of entries) {
      if (answer === 'taken') this.#hashes.set(key, hash)
    }
  }

  record(call: MailCall): MailEntry {
    const entry = { ...call, answer: this.#answerTo(call) }
    if (entry.answer === 'taken') this.#hashes.set(call.key, call.hash)
    this.entries.push(entry)
    return entry
  }

  #answerTo({ at, key, hash }: MailCall): MailAnswer {
    const second = Math.floor(at / 1000)
    if (second !== this.#second) this.#callsInSecond = 0
    this.#second = second
    this.#callsInSecond += 1
    const { callsPerSecond = Infinity } = this.#limits
    if (this.#callsInSecond > callsPerSecond) return 'limited'
    const storedHash = this.#hashes.get(key)
    if (storedHash === undefined) return 'taken'
    return storedHash === hash ? 'repeated' : 'changed'
  }
}

/** Without a line that the end of the process cut off. */
export function parseLedger(text: string): MailEntry[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as MailEntry)
}
