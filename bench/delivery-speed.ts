import type { MailEntry } from './mail-ledger.ts'

/** When somebody asked for a mail, and the address that it goes to. */
export type MailRequest = { at: number; to: string }

/** How long each of these mails took to be taken, in milliseconds; `Infinity`: never. */
export function computeLatencies(
  requests: readonly MailRequest[],
  calls: readonly MailEntry[],
): number[] {
  const takenAt = new Map<string, number>()
  for (const { answer, to, at } of calls) {
    if (answer !== 'taken') continue
    for (const address of to) if (!takenAt.has(address)) takenAt.set(address, at)
  }
  return requests.map(({ at, to }) => (takenAt.get(to) ?? Infinity) - at)
}

/** From the first reminder that is due to the last mail that was taken, in seconds. */
export function secondsUntilLast(began: number, calls: readonly MailEntry[]): number {
  const taken = calls.filter(({ answer }) => answer === 'taken').map(({ at }) => at)
  return (taken.reduce((last, at) => Math.max(last, at), began) - began) / 1000
}

/** How much longer it took than the time without an outage and the outage together. */
export function outageRatio(seconds: { without: number; outage: number; with: number }): number {
  return seconds.with / (seconds.without + seconds.outage)
}
