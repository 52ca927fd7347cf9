import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
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
  fetchPicture: (path: string) => Promise<Uint8Array | undefined>
}

function listPicturePaths({ account, streamer_profiles, uploads }: DataExportView): string[] {
  const rows = [account, ...streamer_profiles]
  const paths = [
    ...rows.flatMap(({ avatar_path, banner_path }) => [avatar_path, banner_path]),
    ...uploads.map(({ path }) => path),
  ]
  return [...new Set(paths)].filter((path) => typeof path === 'string')
}

/** The file of all data, also of who follows a link of an administrator. */
export function toDataFile(data: { exported_at: string }) {
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  return { name: `${brandSlug}-${data.exported_at.slice(0, 10)}.json`, content }
}

export function createMyDataStore(dependencies: Dependencies) {
  const { api, keepFile, onDeleted, fetchPicture, ...voice } = dependencies
  const { $isBusy, run } = createActionRunner(voice)

  function download(): Promise<boolean> {
    return run(async () => {
      const { name, content } = toDataFile(await api.get('users/me/export'))
      keepFile(name, content)
    }, m.my_data_export_failed)
  }

  async function* collectFiles(data: DataExportView) {
    const { name, content } = toDataFile(data)
    yield { name, input: content }
    for (const path of listPicturePaths(data)) {
      const input = await fetchPicture(path)
      if (input) yield { name: path, input }
    }
  }

  /** One picture after another, in the browser: the server answers with the same file as above. */
  function downloadWithPictures(): Promise<boolean> {
    return run(async () => {
      const { downloadZip } = await import('client-zip')
      const data = await api.get('users/me/export')
      const zip = await downloadZip(collectFiles(data)).blob()
      keepFile(toDataFile(data).name.replace('json', 'zip'), zip)
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
