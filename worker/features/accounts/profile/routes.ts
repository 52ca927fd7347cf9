import { PictureInput } from '#worker/features/media/uploads/contract.ts'
import { clearTokenCookies, readTwitchTokenCookies } from '#worker/auth/cookies.ts'
import { clearDeviceToken } from '#worker/features/accounts/known-device.ts'
import { queueTokenRevocation } from '#worker/features/directory/followed-channels/twitch-tokens.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { removeAvatar, setAvatar } from './avatar.ts'
import {
  AvatarUpdateView,
  AvatarView,
  DataExportView,
  DeleteAccountByTokenInput,
  DeleteAccountInput,
  DeletionLinkInput,
  UpdateMeInput,
  MeView,
} from './contract.ts'
import { exportOwnData, exportFileName } from './export.ts'
import {
  deleteOwnAccount,
  deleteAccountByToken,
  exportByToken,
  requestDeletionLink,
} from './leave.ts'
import { getMe, updateMe } from './profile.ts'

export const profileEndpoints = [
  endpoint({
    route: 'GET /users/me',
    operationId: 'getMe',
    summary: 'Get the profile of the member',
    access: 'member',
    answer: MeView,
    run: (ctx) => getMe(ctx),
  }),
  endpoint({
    route: 'PATCH /users/me',
    operationId: 'updateMe',
    summary: 'Change the username; omitted fields keep their value',
    access: 'member',
    errors: { conflict: ['username_taken'] },
    body: UpdateMeInput,
    answer: MeView,
    run: (ctx, { body }) => updateMe(ctx, body),
  }),
  endpoint({
    route: 'PUT /users/me/avatar',
    operationId: 'setAvatar',
    summary: 'Set the avatar (PNG, JPEG, WebP or AVIF; at most 5 MiB and 4096 × 4096 pixels)',
    access: 'member',
    errors: { unsupported: ['unsupported_picture'] },
    body: PictureInput,
    bodyKind: 'multipart',
    answer: AvatarUpdateView,
    run: (ctx, { body }) => setAvatar(ctx, body),
  }),
  endpoint({
    route: 'DELETE /users/me/avatar',
    operationId: 'removeAvatar',
    summary: 'Remove the avatar',
    access: 'member',
    answer: AvatarView,
    run: (ctx) => removeAvatar(ctx),
  }),
  endpoint({
    route: 'GET /users/me/export',
    operationId: 'exportMyData',
    summary: 'Export all stored data about the member as a JSON file',
    access: 'member',
    limiter: 'WRITES',
    answer: DataExportView,
    run: async (ctx, { http }) => {
      const data = await exportOwnData(ctx)
      http.header('Content-Disposition', `attachment; filename="${exportFileName(data)}"`)
      return data
    },
  }),
  endpoint({
    route: 'DELETE /users/me',
    operationId: 'deleteMe',
    summary:
      'Delete the account immediately; requires the password, or the username and a recent login if there is none',
    access: 'member',
    errors: { conflict: ['staff_account'], forbidden: ['sign_in_again'] },
    limiter: 'LOGINS',
    body: DeleteAccountInput,
    status: 204,
    run: async (ctx, { body, http }) => {
      await deleteOwnAccount(ctx, body)
      await queueTokenRevocation(ctx, readTwitchTokenCookies(http))
      clearTokenCookies(http)
      clearDeviceToken(http)
    },
  }),
  endpoint({
    route: 'POST /auth/delete_account/request',
    operationId: 'requestAccountDeletion',
    summary: 'Send a link that deletes the account with this email address, if there is one',
    access: 'visitor',
    limiter: 'RESETS',
    body: DeletionLinkInput,
    run: (ctx, { body }) => requestDeletionLink(ctx, body),
  }),
  endpoint({
    route: 'POST /auth/account_data',
    operationId: 'downloadAccountData',
    summary: 'Download all stored data about a member, once, with the token from the deletion mail',
    access: 'visitor',
    errors: { conflict: ['staff_account'] },
    limiter: 'RESETS',
    body: DeleteAccountByTokenInput,
    answer: DataExportView,
    run: (ctx, { body }) => exportByToken(ctx, body),
  }),
  endpoint({
    route: 'POST /auth/delete_account',
    operationId: 'deleteAccount',
    summary: 'Delete an account with the token from the mail',
    access: 'visitor',
    errors: { conflict: ['staff_account'] },
    limiter: 'RESETS',
    body: DeleteAccountByTokenInput,
    status: 204,
    run: async (ctx, { body, http }) => {
      await deleteAccountByToken(ctx, body)
      clearDeviceToken(http)
    },
  }),
]
