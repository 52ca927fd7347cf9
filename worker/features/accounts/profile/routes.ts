import { PictureInput } from '#worker/features/media/uploads/contract.ts'
import { clearTokenCookies } from '#worker/auth/cookies.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { removeAvatar, setAvatar } from './avatar.ts'
import {
  AvatarChanged,
  AvatarView,
  ExportView,
  LeaveByTokenInput,
  LeaveInput,
  LeaveRequestInput,
  MeInput,
  MeView,
} from './contract.ts'
import { exportMe, exportName } from './export.ts'
import { leave, leaveByToken, requestLeaveLink } from './leave.ts'
import { getMe, updateMe } from './profile.ts'

export const profileEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me',
    summary: 'The signed-in member',
    access: 'member',
    answer: MeView,
    run: (ctx) => getMe(ctx),
  }),
  endpoint({
    method: 'patch',
    path: '/users/me',
    summary: 'Change the username; what is not named stays',
    access: 'member',
    body: MeInput,
    answer: MeView,
    run: (ctx, { body }) => updateMe(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/users/me/avatar',
    summary: 'Set the member’s picture (PNG, JPEG, WebP, AVIF; at most 5 MiB, 4096 × 4096 pixels)',
    access: 'member',
    body: PictureInput,
    bodyKind: 'multipart',
    answer: AvatarChanged,
    run: (ctx, { body }) => setAvatar(ctx, body),
  }),
  endpoint({
    method: 'delete',
    path: '/users/me/avatar',
    summary: 'Remove the member’s picture',
    access: 'member',
    answer: AvatarView,
    run: (ctx) => removeAvatar(ctx),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/export',
    summary: 'All that is stored of the member, as a JSON file',
    access: 'member',
    limiter: 'WRITES',
    answer: ExportView,
    run: async (ctx, { http }) => {
      const data = await exportMe(ctx)
      http.header('Content-Disposition', `attachment; filename="${exportName(data)}"`)
      return data
    },
  }),
  endpoint({
    method: 'delete',
    path: '/users/me',
    summary: 'Delete the account at once: with its password, or its username where it has none',
    access: 'member',
    limiter: 'LOGINS',
    body: LeaveInput,
    status: 204,
    run: async (ctx, { body, http }) => {
      await leave(ctx, body)
      clearTokenCookies(http)
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/delete_account/request',
    summary: 'Mail a link that deletes the account of this address, if there is one',
    access: 'visitor',
    limiter: 'RESETS',
    body: LeaveRequestInput,
    run: (ctx, { body }) => requestLeaveLink(ctx, body),
  }),
  endpoint({
    method: 'post',
    path: '/auth/delete_account',
    summary: 'Delete the account that the mailed token was made for',
    access: 'visitor',
    limiter: 'RESETS',
    body: LeaveByTokenInput,
    status: 204,
    run: (ctx, { body }) => leaveByToken(ctx, body),
  }),
]
