import type { Inserted, Write } from './panel-writes.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

type Makers = {
  memberWith: (body?: unknown, fact?: string) => Promise<Inserted>
  /** The id of the decision about event 1. */
  appealed: () => Promise<number>
}

/** The team’s writes to members, for the table of what the panel writes. */
export function memberWrites({ memberWith, appealed }: Makers): Record<string, Write> {
  return {
    'POST /admin/appeals/{id}': {
      entry: 'answer_appeal event',
      again: '409 appeal_closed',
      async place() {
        const body = { outcome: 'upheld', answer: 'It stands.' }
        return { ids: [await appealed()], body, subject: 1 }
      },
    },
    'POST /admin/users/{id}/activate': {
      entry: 'activate user',
      place: () => memberWith({}, 'is_active = 0'),
    },
    'POST /admin/users/{id}/deactivate': {
      entry: 'deactivate user',
      place: () => memberWith(reasons),
    },
    'POST /admin/users/{id}/soft_ban': {
      entry: 'soft_ban user',
      place: () => memberWith(reasons),
    },
    'POST /admin/users/{id}/remove_soft_ban': {
      entry: 'remove_soft_ban user',
      place: () => memberWith({}, 'is_soft_banned = 1'),
    },
    'POST /admin/users/{id}/remove_picture': {
      entry: 'remove_picture user',
      place: () => memberWith(reasons, "avatar_path = 'avatars/face.png'"),
    },
    'POST /admin/users/{id}/email': {
      entry: 'show_email user',
      isRepeatable: true,
      by: 'admin',
      place: () => memberWith(),
    },
    'POST /admin/users/{id}/deletion_link': {
      entry: 'send_deletion_link user',
      isRepeatable: true,
      by: 'admin',
      place: () => memberWith(),
    },
    'PUT /admin/users/{id}/scopes': {
      entry: 'change_role user',
      by: 'admin',
      place: () => memberWith({ scopes: ['moderator'] }),
    },
    'DELETE /admin/users/{id}': {
      entry: 'delete user',
      again: '404 user_not_found',
      by: 'admin',
      place: () => memberWith(reasons),
    },
  }
}
