import type { MailEntry } from './mail-ledger.ts'

/** Request of a mail: its time in milliseconds, and the address that the mail goes to. */
export type MailRequest = { at: number; to: string }

/** Milliseconds until each of these mails was taken; `Infinity`: never. */
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

/** Ratio of the time taken to the time without an outage and the outage together. */
export function outageRatio(seconds: { without: number; outage: number; with: number }): number {
  return seconds.with / (seconds.without + seconds.outage)
}
