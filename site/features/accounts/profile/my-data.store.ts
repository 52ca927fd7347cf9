import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { DeleteAccountInput } from '#worker/features/accounts/profile/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'delete'>
  keepFile: (name: string, content: Blob) => void
  onDeleted: () => void
}

export function createMyDataStore({ api, keepFile, onDeleted, ...voice }: Dependencies) {
  const { $isBusy, run } = createActionRunner(voice)

  function download(): Promise<boolean> {
    return run(async () => {
      const data = await api.get('users/me/export')
      const text = JSON.stringify(data, null, 2)
      const day = data.exported_at.slice(0, 10)
      keepFile(`hypecal-${day}.json`, new Blob([text], { type: 'application/json' }))
    }, m.my_data_export_failed)
  }

  /** Its faults are thrown, for the form to show. */
  async function deleteAccount(confirmation: DeleteAccountInput): Promise<void> {
    await api.delete('users/me', { body: confirmation })
    onDeleted()
  }

  return { $isBusy, download, deleteAccount }
}
export type MyDataStore = ReturnType<typeof createMyDataStore>
