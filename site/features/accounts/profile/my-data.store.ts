import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createZip } from '#site/lib/zip.ts'
import { brandSlug } from '#worker/contracts/brand.ts'
import type {
  DataExportView,
  DeleteAccountInput,
} from '#worker/features/accounts/profile/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'delete'>
  keepFile: (name: string, content: Blob) => void
  onDeleted: () => void
  /** Undefined for a picture that is gone. */
  fetchPicture: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

function listPicturePaths({ account, streamer_profiles, uploads }: DataExportView): string[] {
  const rows = [account, ...streamer_profiles]
  const paths = [
    ...rows.flatMap(({ avatar_path, banner_path }) => [avatar_path, banner_path]),
    ...uploads.map(({ path }) => path),
  ]
  return [...new Set(paths)].filter((path) => typeof path === 'string')
}

export function createMyDataStore({
  api,
  keepFile,
  onDeleted,
  fetchPicture,
  ...voice
}: Dependencies) {
  const { $isBusy, run } = createActionRunner(voice)

  function download(): Promise<boolean> {
    return run(async () => {
      const data = await api.get('users/me/export')
      const text = JSON.stringify(data, null, 2)
      const day = data.exported_at.slice(0, 10)
      keepFile(`${brandSlug}-${day}.json`, new Blob([text], { type: 'application/json' }))
    }, m.my_data_export_failed)
  }

  /** One picture after another, in the browser: the server answers with the same file as above. */
  function downloadWithPictures(): Promise<boolean> {
    return run(async () => {
      const data = await api.get('users/me/export')
      const name = `${brandSlug}-${data.exported_at.slice(0, 10)}`
      const text = new TextEncoder().encode(JSON.stringify(data, null, 2))
      const entries = [{ name: `${name}.json`, bytes: text }]
      for (const path of listPicturePaths(data)) {
        const bytes = await fetchPicture(path)
        if (bytes) entries.push({ name: path, bytes })
      }
      keepFile(`${name}.zip`, createZip(entries))
    }, m.my_data_export_failed)
  }

  /** Its faults are thrown, for the form to show. */
  async function deleteAccount(confirmation: DeleteAccountInput): Promise<void> {
    await api.delete('users/me', { body: confirmation })
    onDeleted()
  }

  return { $isBusy, download, downloadWithPictures, deleteAccount }
}
export type MyDataStore = ReturnType<typeof createMyDataStore>
