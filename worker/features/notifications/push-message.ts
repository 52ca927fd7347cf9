import { localePath } from '#worker/locale/locale.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { PushMessage } from '#worker/integrations/web-push/push-sender.ts'
import type { NoticeDelivery } from './claimed.ts'
import { toNotice, type Notice } from './notice.ts'
import { noticeText, plainBody } from './texts.ts'
import { plainTextFormatter } from './writer.ts'

const daySeconds = 86_400
/** The longest that push services keep anything. */
const longestSeconds = 28 * daySeconds

/** More than a device shows; the services take 4,096 bytes in all. */
function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

/** What a device shows of a notice; of no use once the event has begun. */
export function pushMessageOf(delivery: NoticeDelivery, now: number): PushMessage {
  const { locale, deadlineAt } = delivery
  const notice = toNotice(delivery)
  const words = noticeText(notice, plainTextFormatter(locale, delivery))
  const tag = tagOf(notice, delivery)
  const leftSeconds = deadlineAt === null ? daySeconds : Math.floor((deadlineAt - now) / 1000)
  return {
    notice: {
      title: cut(words.title, 200),
      body: cut(plainBody(words), 500),
      path: localePath(locale, words.path),
      tag,
      lang: locale,
    },
    ttlSeconds: Math.min(Math.max(leftSeconds, 1), longestSeconds),
    urgency: notice.kind === 'reminder' && notice.payload.hours === 1 ? 'high' : 'normal',
    topic: sha256(tag).slice(0, 32),
  }
}

/** What says the same thing anew, later, takes the place of what it said before. */
function tagOf({ kind, event }: Notice, { key }: NoticeDelivery): string {
  return event ? `${kind}:${event.slug}` : key
}
