import { termsVersion } from '#worker/contracts/terms.ts'

/** Columns of an account at sign-up: each way says that creating it accepts the terms. */
export function acceptedTerms(now: number) {
  return { termsVersion, termsAcceptedAt: now }
}
