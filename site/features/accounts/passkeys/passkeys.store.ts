import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createPasskey } from '#site/lib/session/passkey.ts'
import type { SignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import type { PasskeysView } from '#worker/features/accounts/passkeys/contract.ts'

export type Passkey = PasskeysView['items'][number]

type Dependencies = Toaster & {
  api: Pick<Api, 'post' | 'put' | 'delete'>
  first: PasskeysView
  signIn: Pick<SignInStore, 'runReauthenticated' | 'markPasskey'>
}

export function createPasskeysStore({ api, first, signIn, ...voice }: Dependencies) {
  const $passkeys = atom(first)
  const $codes = atom<string[] | undefined>()
  const { $isBusy, run } = createActionRunner(voice)
  const section = 'passkeys'

  function show(view: PasskeysView): void {
    $passkeys.set(view)
    signIn.markPasskey(view.items.length > 0)
  }

  function add(): Promise<boolean> {
    async function runAction(): Promise<string> {
      const createdPasskey = await createPasskey(await api.post('users/me/passkeys/challenge'))
      show(await api.post('users/me/passkeys', { body: createdPasskey }))
      return m.passkeys_added()
    }
    return run(
      () => signIn.runReauthenticated(runAction, { place: section, goOn: () => void add() }),
      m.passkeys_add_failed,
    )
  }

  function openLink(token: string): Promise<boolean> {
    return run(async () => {
      await api.post('auth/passkey_link', { body: { token } })
      return m.first_passkey_open()
    }, m.first_passkey_open_failed)
  }

  /** Throws a refused name, for the form to show; not a reauthentication that is pending. */
  async function rename(id: Passkey['id'], name: string): Promise<void> {
    async function runAction(): Promise<void> {
      show(await api.put('users/me/passkeys/:id', { params: { id }, body: { name } }))
      voice.showSuccess(m.passkeys_renamed())
    }
    const goOn = () => void run(() => rename(id, name), m.passkeys_rename_failed)
    await signIn.runReauthenticated(runAction, { place: section, goOn })
  }

  function remove(id: Passkey['id']): Promise<boolean> {
    async function runAction(): Promise<string> {
      show(await api.delete('users/me/passkeys/:id', { params: { id } }))
      return m.passkeys_removed()
    }
    return run(
      () => signIn.runReauthenticated(runAction, { place: section, goOn: () => void remove(id) }),
      m.passkeys_remove_failed,
    )
  }

  function createCodes(): Promise<boolean> {
    async function runAction(): Promise<void> {
      const { codes } = await api.post('users/me/recovery_codes')
      $codes.set(codes)
      const { items, staff } = $passkeys.get()
      $passkeys.set({ items, staff: { ...staff, recovery_codes_left: codes.length } })
    }
    return run(
      () =>
        signIn.runReauthenticated(runAction, { place: section, goOn: () => void createCodes() }),
      m.recovery_create_failed,
    )
  }

  const forgetCodes = () => $codes.set(undefined)

  return { $passkeys, $codes, $isBusy, openLink, add, rename, remove, createCodes, forgetCodes }
}
export type PasskeysStore = ReturnType<typeof createPasskeysStore>
