import * as v from 'valibot'

/** A removed picture is not copied again until it is allowed. */
export const PlatformPictureState = v.picklist([
  'none',
  'shown',
  'removed_by_team',
  'removed_by_owner',
])
export type PlatformPictureState = v.InferOutput<typeof PlatformPictureState>

export const PlatformPictureInput = v.object({ is_shown: v.boolean() })
export type PlatformPictureInput = v.InferOutput<typeof PlatformPictureInput>
