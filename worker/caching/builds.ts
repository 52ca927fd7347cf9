import { Hono } from 'hono'

export function createBuildRoutes(): Hono {
  const builds = new Hono()
  builds.get('/latest.json', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ id: BUILD_ID })
  })
  builds.get('/meta/:file', (c) => {
    if (c.req.param('file') !== `${BUILD_ID}.json`) return c.notFound()
    c.header('Cache-Control', 'public, max-age=300')
    return c.json({ id: BUILD_ID })
  })
  return builds
}
