import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Toolbar } from './Toolbar.tsx'

test('each status has its count, zero as well', () => {
  const query = { status: 'pending', q: '', sort: '', page: 1, per_page: 25 } as const
  const counts = { pending: 2, unreviewed: 0, approved: 1000, rejected: 0, disabled: 3 }
  const idle = { delay: 60, onDelay: () => undefined, onQuery: () => undefined }
  const html = renderToStaticMarkup(<Toolbar query={query} counts={counts} {...idle} />)
  const tabs = html.slice(html.indexOf('role="group"'))
  expect([...tabs.matchAll(/class="count figures">([^<]*)</g)].map(([, count]) => count)).toEqual([
    '2',
    '0',
    '999+',
    '0',
    '3',
  ])
})
