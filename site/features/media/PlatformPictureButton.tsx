import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import type { PlatformPictureState } from '#worker/features/media/platform-pictures/contract.ts'

type Props = {
  state: PlatformPictureState
  name: string
  isDisabled: boolean
  onShow: (isShown: boolean) => void
}

export function PlatformPictureButton({ state, name, isDisabled, onShow }: Props) {
  if (state === 'none') return null
  const isShown = state === 'shown'
  return (
    <Button
      label={isShown ? m.platform_picture_remove() : m.platform_picture_allow()}
      isSmall
      disabled={isDisabled}
      aria-label={
        isShown ? m.platform_picture_remove_one({ name }) : m.platform_picture_allow_one({ name })
      }
      onClick={() => onShow(!isShown)}
    />
  )
}
