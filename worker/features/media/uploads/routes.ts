import { endpoint } from '#worker/api/endpoint.ts'
import { PictureInput, UploadView } from './contract.ts'
import { uploadPicture } from './uploads.ts'

export const uploadEndpoints = [
  endpoint({
    route: 'POST /uploads',
    operationId: 'uploadPicture',
    summary: 'Upload a picture (PNG, JPEG, WebP or AVIF; at most 5 MiB and 4096 × 4096 pixels)',
    access: 'contributor',
    errors: { unsupported: ['unsupported_picture'] },
    body: PictureInput,
    bodyKind: 'multipart',
    status: 201,
    answer: UploadView,
    run: (ctx, { body }) => uploadPicture(ctx, body),
  }),
]
