import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import { answerPasskeyChallenge } from '#site/lib/session/passkey.ts'

const reauthenticationCodes = ['sign_in_again', 'passkey_required'] as const
export type ReauthenticationCode = (typeof reauthenticationCodes)[number]

export function isReauthenticationCode(code: string): code is ReauthenticationCode {
  return reauthenticationCodes.some((reauthenticationCode) => reauthenticationCode === code)
}

type PendingReauthentication = {
  /** Part of the page that asked for it. */
  place: string
  /** Absent where the person begins again on their own. */
  goOn?: () => void
}

export function createReauthenticationStore(api: Pick<Api, 'post'>) {
  const $waiting = atom<(PendingReauthentication & { code: ReauthenticationCode }) | undefined>()

  function ask(waiting: PendingReauthentication & { code: ReauthenticationCode }): void {
    $waiting.set(waiting)
  }

  /** The act waits where the server first wants to know who is there. */
  async function runReauthenticated<Done>(
    action: () => Promise<Done>,
    waiting: PendingReauthentication,
  ): Promise<Done | void> {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || !isReauthenticationCode(error.code)) throw error
      ask({ ...waiting, code: error.code })
    }
  }

  function giveUp(): void {
    $waiting.set(undefined)
  }

  /** A wrong password is thrown, for the form to show. */
  async function reauthenticateWithPassword(password: string): Promise<void> {
    await api.post('auth/confirm', { body: { password } })
    goOn()
  }

  async function reauthenticateWithPasskey(): Promise<void> {
    await api.post('auth/passkey/confirm', { body: await answerPasskeyChallenge(api) })
    goOn()
  }

  /** In place of a passkey; a wrong one is thrown, for the form to show. */
  async function reauthenticateWithRecoveryCode(code: string): Promise<void> {
    await api.post('auth/recovery_code', { body: { code } })
    goOn()
  }

  async function mailPasskeyLink(): Promise<void> {
    await api.post('users/me/passkeys/link')
  }

  function goOn(): void {
    const waiting = $waiting.get()
    giveUp()
    waiting?.goOn?.()
  }

  return {
    $waiting,
    ask,
    runReauthenticated,
    giveUp,
    goOn,
    reauthenticateWithPassword,
    reauthenticateWithPasskey,
    reauthenticateWithRecoveryCode,
    mailPasskeyLink,
  }
}
