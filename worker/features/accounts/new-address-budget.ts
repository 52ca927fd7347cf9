import type { Ctx } from '#worker/context.ts'
import type { RateLimit } from './throttle.ts'

/** Counts the mails of an hour to addresses that nobody has proved, from the whole site. */
export const newAddressSubject = 'mail-new-addresses'

export function newAddressBudget({ config }: Pick<Ctx, 'config'>): RateLimit {
  return { hourly: [{ subject: newAddressSubject, limit: config.NEW_ADDRESS_MAILS_PER_HOUR }] }
}
