/** Hands the built worker what the platform would: messages of its queue, and its schedules. */
const driver = {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/queue') {
      const { outcome, retryMessages } = await env.BUILT.queue(
        env.QUEUE,
        (await request.json()).map((body, index) => ({
          id: String(index),
          timestamp: new Date(),
          attempts: 1,
          body,
        })),
        { metrics: { backlogCount: 0, backlogBytes: 0 } },
      )
      return Response.json({ outcome, retried: retryMessages.map(({ msgId }) => msgId) })
    }
    if (pathname === '/scheduled') {
      const { cron, at } = await request.json()
      return Response.json(await env.BUILT.scheduled({ cron, scheduledTime: new Date(at) }))
    }
    return new Response(null, { status: 404 })
  },
}

// eslint-disable-next-line no-restricted-syntax -- a worker is its default export
export default driver
