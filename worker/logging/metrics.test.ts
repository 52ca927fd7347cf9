import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { measureRun } from './metrics.ts'
import { measureRequests } from './request-metrics.ts'

function fakeDataset() {
  const points: unknown[] = []
  return { points, writeDataPoint: (point: unknown) => void points.push(point) }
}
const point = (kind: string, name: string, outcome: string) => ({
  indexes: [kind],
  blobs: [name, outcome],
  doubles: [expect.any(Number)],
})

test('a request is one data point, by the pattern of its route and without its address', async () => {
  const METRICS = fakeDataset()
  const app = new Hono<{ Bindings: { METRICS?: ReturnType<typeof fakeDataset> } }>()
  app.use(measureRequests)
  app.get('/events/:event', (c) => c.text('one'))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  app.onError((_, c) => c.text('no', 500))
  await app.request('/events/gala-7', {}, { METRICS })
  await app.request('/broken', {}, { METRICS })
  await app.request('/nowhere/jo@mail.example', {}, { METRICS })
  expect(METRICS.points).toEqual([
    point('request', 'GET /events/:event', '200'),
    point('request', 'GET /broken', '500'),
    point('request', 'GET /*', '404'),
  ])
  expect((await app.request('/events/gala-7', {}, {})).status).toBe(200)
})

test('a job or message is one data point, also when it fails', async () => {
  const dataset = fakeDataset()
  expect(await measureRun(dataset, { kind: 'job', name: 'minute' }, async () => 7)).toBe(7)
  const failing = measureRun(dataset, { kind: 'message', name: 'send_lane' }, async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(dataset.points).toEqual([
    point('job', 'minute', 'done'),
    point('message', 'send_lane', 'failed'),
  ])
})
