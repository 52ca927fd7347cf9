import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'

/** An act that waits until the person has shown who they are. */
type Waiting = {
  /** Where on the page it was wanted. */
  place: string
  /** Absent where the person begins again on their own. */
  goOn?: () => void
}

/** What the server asks of a session that is no longer fresh, before the ways in change. */
export function createReauthenticationStore(api: Pick<Api, 'post'>) {
  const $waiting = atom<Waiting | undefined>()

  /** Does the act, or has it wait where the server wants to know first who is there. */
  async function provably<Done>(act: () => Promise<Done>, waiting: Waiting): Promise<Done | void> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'sign_in_again') throw error
      $waiting.set(waiting)
    }
  }

  function giveUp(): void {
    $waiting.set(undefined)
  }

  /** A wrong password is thrown, for the form to show. */
  async function confirm(password: string): Promise<void> {
    await api.post('auth/confirm', { body: { password } })
    goOn()
  }

  /** After another sign-in in its place. */
  function goOn(): void {
    const waiting = $waiting.get()
    giveUp()
    waiting?.goOn?.()
  }

  return { $waiting, provably, giveUp, confirm, goOn }
}
