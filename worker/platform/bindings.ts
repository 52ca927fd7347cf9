/**
 * The part of the platform's bindings that Hypecal uses. Its own type package declares globals that
 * contradict the DOM's, which islands need.
 */
export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> }

export type QueueSender<Message> = { sendBatch(messages: { body: Message }[]): Promise<unknown> }

export type QueueBatch<Message> = {
  messages: readonly {
    id: string
    body: Message
    ack(): void
    retry(options?: { delaySeconds?: number }): void
  }[]
}

export type MediaBucket = {
  get(key: string): Promise<{
    body: ReadableStream<Uint8Array<ArrayBuffer>>
    httpEtag: string
    httpMetadata?: { contentType?: string }
  } | null>
  head(key: string): Promise<{ customMetadata?: Record<string, string> } | null>
  put(
    key: string,
    value: Uint8Array | string,
    options?: {
      httpMetadata?: { contentType?: string }
      customMetadata?: Record<string, string>
    },
  ): Promise<unknown>
  delete(keys: string[]): Promise<void>
  list(options: { prefix: string; cursor?: string | undefined }): Promise<{
    objects: { key: string; uploaded: Date }[]
    truncated: boolean
    cursor?: string
  }>
}

export type AssetFetcher = { fetch(request: Request | URL): Promise<Response> }

export type ScheduledEvent = { cron: string; scheduledTime: number }
