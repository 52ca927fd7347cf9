import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { m } from '#site/lib/messages.ts'
import { cropAvatar, type CropArea } from '#site/features/media/picture.ts'

type Props = {
  /** Object URL of the chosen picture. */
  address: string
  isBusy: boolean
  /** Undefined where it could not be cut. */
  onCut: (picture: Blob | undefined) => void
  onClose: () => void
}

const largestZoom = 4

export function AvatarDialog({ address, isBusy, onCut, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea>()

  async function cut(): Promise<void> {
    if (area) onCut(await cropAvatar(address, area).catch(() => undefined))
  }

  return (
    <Dialog title={m.avatar_crop_title()} onClose={onClose} className="avatar-dialog">
      <div className="stack">
        <p className="quiet">{m.avatar_crop_text()}</p>
        <div className="avatar-stage">
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            aspect={1}
            maxZoom={largestZoom}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': m.avatar_crop_area() }}
            mediaProps={{ alt: '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        </div>
        <label className="avatar-zoom">
          {m.avatar_zoom()}
          <input
            type="range"
            min={1}
            max={largestZoom}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
      </div>
      <footer role="none">
        <Button label={m.cancel()} onClick={onClose} />
        <Button
          label={m.avatar_use()}
          look="primary"
          disabled={!area || isBusy}
          aria-busy={isBusy}
          onClick={() => void cut()}
        />
      </footer>
    </Dialog>
  )
}
