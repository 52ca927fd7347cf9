import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'

type Props = { streamer: AdminStreamer; onClose: () => void }

/** For people without an account who asked by mail. */
export function DataLinkDialog({ streamer, onClose }: Props) {
  const { id, display_name: name } = streamer
  const { isBusy, failure, attempt } = useAttempt()
  const [url, setUrl] = useState('')

  async function make(): Promise<void> {
    setUrl((await api.post('admin/streamers/:id/data_link', { params: { id } })).url)
  }

  return (
    <Dialog title={m.admin_data_link_of({ name })} onClose={onClose}>
      <div className="stack">
        <p>{m.admin_data_link_text()}</p>
        <Failure text={failure} />
        <output>{url}</output>
        <DialogFoot closeLabel={m.close()} onClose={onClose}>
          <Button
            label={m.admin_data_link_make()}
            look="primary"
            disabled={url !== ''}
            isBusy={isBusy}
            onClick={() => void attempt(make)}
          />
        </DialogFoot>
      </div>
    </Dialog>
  )
}
