import { expect, test } from 'vitest'
import { localizeLinks } from './site-links.ts'

test('a link to a page of the site leads to it in the reader’s language, with its place on it', () => {
  const html =
    '<p><a href="/">a</a> <a class="x" href="/faq?a=1#b">b</a> <a href="/en/events">c</a></p>'
  expect(localizeLinks(html, 'fr')).toBe(
    '<p><a href="/fr">a</a> <a class="x" href="/fr/faq?a=1#b">b</a> <a href="/fr/events">c</a></p>',
  )
  expect(localizeLinks(html, 'en')).toBe(
    '<p><a href="/">a</a> <a class="x" href="/faq?a=1#b">b</a> <a href="/events">c</a></p>',
  )
})

test('other links, files and pictures stay as they are', () => {
  const html =
    '<a href="https://example.com/faq">a</a> <a href="//example.com">b</a> <a href="#c">c</a> ' +
    '<a href="/media/a.png">d</a> <a href="/api/docs">e</a> <img src="/media/a.png">'
  expect(localizeLinks(html, 'es')).toBe(html)
})
