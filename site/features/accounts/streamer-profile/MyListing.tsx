import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { MyStreamerStore } from './my-streamer.store.ts'

/** For who has proved a channel: nobody else speaks for the page. */
export function MyListing({ store }: { store: MyStreamerStore }) {
  const { streamer, items } = useStore(store.$mine)
  const isReady = useIsReady(store.$isBusy)
  const [isAsking, setIsAsking] = useState(false)
  if (!streamer || !items.some(({ is_verified }) => is_verified)) return null
  return (
    <div className="stack profile-part">
      <h3>{m.my_streamer_listing()}</h3>
      <p className="quiet">
        {streamer.is_listed ? m.my_streamer_listing_text() : m.my_streamer_unlisted_text()}
      </p>
      <div className="row">
        <Button
          label={streamer.is_listed ? m.my_streamer_unlist() : m.my_streamer_relist()}
          disabled={!isReady}
          onClick={() => (streamer.is_listed ? setIsAsking(true) : void store.list(true))}
        />
      </div>
      {isAsking && (
        <IrreversibleActionDialog
          title={m.my_streamer_listing()}
          act={m.my_streamer_unlist()}
          onConfirm={() => store.list(false)}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.my_streamer_unlist_text()}</p>
        </IrreversibleActionDialog>
      )}
    </div>
  )
}
