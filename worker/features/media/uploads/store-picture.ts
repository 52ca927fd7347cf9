import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { RateLimit } from '#worker/request/attempt-limits.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { maxPictureBytes } from '#worker/request/request-body.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { readPicture, type Picture, type PictureKind } from './picture.ts'

const picturesPerHour = 30
const largestPixels = 4096

export const pictureContentTypes: Record<PictureKind, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}

export function uploadRateLimitSubject(userId: UserId): string {
  return `upload:${userId}`
}

export function uploadLimit(userId: UserId): RateLimit {
  return { hourly: [{ subject: uploadRateLimitSubject(userId), limit: picturesPerHour }] }
}

/** The picture in an uploaded file, told by its bytes and not by what the sender calls it. */
export async function readUploadedPicture(ctx: Ctx, file: File): Promise<Picture> {
  if (file.size > maxPictureBytes) throw new AppError('too_large', 'body_too_large')
  const picture = readPicture(new Uint8Array(await file.arrayBuffer()))
  if (!picture) throw new AppError('unsupported', 'unsupported_picture')
  if (picture.width > largestPixels || picture.height > largestPixels) {
    throw validationError([
      { path: 'file', msg: validationRuleText('picture_pixels', ctx.locale, largestPixels) },
    ])
  }
  return picture
}

/** A name that cannot be guessed, with the ending that the bytes call for. */
export function createFileName({ kind }: Picture): string {
  return `${crypto.randomUUID()}.${kind}`
}

export async function storePicture({ media }: Ctx, path: string, picture: Picture): Promise<void> {
  const httpMetadata = { contentType: pictureContentTypes[picture.kind] }
  await media.put(path, picture.bytes, { httpMetadata })
}
