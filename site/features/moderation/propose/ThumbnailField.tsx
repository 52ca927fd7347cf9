import { useFormContext } from 'react-hook-form'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'

export function ThumbnailField() {
  const { watch, setValue, formState } = useFormContext<Draft>()
  return (
    <PictureField
      isLicensed
      label={m.propose_picture()}
      path={watch('thumbnail_path')}
      error={formState.errors.thumbnail_path?.message}
      onPath={(path) =>
        setValue('thumbnail_path', path, { shouldDirty: true, shouldValidate: true })
      }
    />
  )
}
