import * as v from 'valibot'

/** One picture in a multipart body: PNG, JPEG, WebP or AVIF, at most 5 MiB and 4096 × 4096 pixels. */
export const PictureInput = v.object({ file: v.file() })
export type PictureInput = v.InferOutput<typeof PictureInput>

/** Below `/media/`. */
export const UploadView = v.object({ path: v.string() })
export type UploadView = v.InferOutput<typeof UploadView>

export const PicturePath = v.pipe(
  v.string(),
  v.regex(/^uploads\/[a-z0-9/-]+\.(png|jpg|webp|avif)$/),
)
