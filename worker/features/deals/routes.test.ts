import { expect, test } from 'vitest'
import { isAutomatedRequest } from './routes.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

test.each<[string, Record<string, string>, boolean]>([
  ['a person', { 'User-Agent': firefox }, false],
  ['a person on a phone', { 'User-Agent': chrome }, false],
  ['a phone by CUBOT', { 'User-Agent': chrome.replace('Android 15', 'CUBOT X30') }, false],
  [
    'a browser that fetches ahead',
    { 'User-Agent': chrome, 'Sec-Purpose': 'prefetch;prerender' },
    true,
  ],
  ['an older one that does', { 'User-Agent': firefox, Purpose: 'prefetch' }, true],
  [
    'a search engine',
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    true,
  ],
  ['a program', { 'User-Agent': 'curl/8.5.0' }, true],
  ['who gives no name', {}, true],
])('%s', (_, headers, expected) => {
  expect(isAutomatedRequest((name) => headers[name])).toBe(expected)
})
