import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'
import type { PushPayload } from '#worker/integrations/web-push/push-sender.ts'
import { listen } from '#tests/support/fakes/fake-server.ts'

export type PushPost = { path: string; headers: IncomingHttpHeaders; body: Buffer }

export type FakePushService = {
  url: string
  posts: PushPost[]
  /** Answers to the next posts, first to last; 201 when the list is empty. */
  answers: { status: number; headers?: Record<string, string> }[]
  /** Messages to a device, as that device alone can read them. */
  payloadsFor: (device: Device) => PushPayload[]
  noticesFor: (device: Device) => PushPayload['notification'][]
  postsFor: (device: Device) => PushPost[]
  close: () => Promise<void>
}

/** A browser with a key pair of its own. */
export type Device = { subscription: PushSubscriptionInput; privateKey: ECDH; path: string }

export function newDevice(origin = 'https://fcm.googleapis.com'): Device {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const path = `/fcm/send/${randomUUID()}`
  const keys = {
    p256dh: privateKey.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { subscription: { endpoint: origin + path, keys }, privateKey, path }
}

function readPayload({ subscription, privateKey }: Device, { body }: PushPost): PushPayload {
  const authSecret = subscription.keys.auth
  const text = decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString('utf8')
  return JSON.parse(text) as PushPayload
}

/** Takes pushes in the push services' place, over real HTTP. */
export async function startFakePushService(): Promise<FakePushService> {
  const posts: PushPost[] = []
  const answers: FakePushService['answers'] = []
  const server = await listen((request, response) => {
    void buffer(request).then((body) => {
      const { url = '', headers } = request
      posts.push({ path: url, headers, body })
      const answer = answers.shift() ?? { status: 201 }
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  const postsFor = ({ path }: Device) => posts.filter((post) => post.path === path)
  const payloadsFor = (device: Device) => postsFor(device).map((post) => readPayload(device, post))
  return {
    ...server,
    posts,
    answers,
    postsFor,
    payloadsFor,
    noticesFor: (device) => payloadsFor(device).map(({ notification }) => notification),
  }
}
