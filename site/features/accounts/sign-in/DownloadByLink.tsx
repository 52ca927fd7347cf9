import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { toDataFile } from '../profile/my-data.store.ts'
import { downloadFile } from '../profile/section-stores.ts'

type Props = { path: 'auth/account_data' | 'auth/streamer_data'; token: string }

/** The link serves for one download: opening the page is none, as mail programs open links. */
export function DownloadByLink({ path, token }: Props) {
  const { isBusy, failure, attempt } = useAttempt()
  const [isDone, setIsDone] = useState(false)
  const isHydrated = useIsHydrated()

  async function download(): Promise<void> {
    const { name, content } = toDataFile(await api.post(path, { body: { token } }))
    downloadFile(name, content)
    setIsDone(true)
  }

  return (
    <div className="stack">
      <p>{m.data_link_text()}</p>
      <Failure text={failure} />
      <div role="status">
        {isDone && <p className="notice notice-success">{m.data_link_done()}</p>}
      </div>
      <Button
        label={m.my_data_export()}
        disabled={!isHydrated || isDone}
        isBusy={isBusy}
        onClick={() => void attempt(download)}
      />
    </div>
  )
}
