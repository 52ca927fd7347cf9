import { rememberLocale } from '#site/lib/session/remember-locale.ts'
import { resumeAddress, resumeFrom } from '#site/lib/session/resume-after-login.ts'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import type { ResumeView } from '#worker/features/accounts/contract.ts'
import { safeNext } from '#site/lib/session/next-path.ts'

/** The action stored on the server from another page or device; a failure is ignored. */
async function takeResume(): Promise<string | undefined> {
  const { resume } = await api
    .post('users/me/resume')
    .catch(() => ({ resume: null }) satisfies ResumeView)
  return resume ? safeNext(resumeAddress(resume)) : undefined
}

/** Continues after signing in, in the member's language; this tab's pending action comes first. */
export async function continueAfterSignIn(next: string): Promise<void> {
  const settings = session.$settings.get()
  if (settings) rememberLocale(settings.interface_language_code)
  const resumed = resumeFrom(next).action ? undefined : await takeResume()
  location.replace(resumed ?? next)
}
