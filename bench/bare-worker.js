/** Baseline of the runtime itself: bytes that are there, without a question to anyone. */
const worker = {
  fetch(request, env) {
    const { pathname } = new URL(request.url)
    const body = pathname === '/ping' ? 'hello, world' : env[decodeURIComponent(pathname.slice(1))]
    return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
}

// eslint-disable-next-line no-restricted-syntax -- a worker is its default export
export default worker
