import { expect, test } from 'vitest'
import { reservedSlugs, slugOf } from './slugs.ts'

test.each([
  ['ZEvent 2025', 'zevent-2025'],
  ['  Évènement — à Zürich!  ', 'evenement-a-zurich'],
  ['ﬁnale №5', 'finale-no5'],
  ['Straße', 'strasse'],
  ['Ænima at Øresund', 'aenima-at-oresund'],
  ['Œuvre de Łódź', 'oeuvre-de-lodz'],
  ['Привет', 'privet'],
  ['ZeratoR & Friends', 'zerator-friends'],
  ["Baldur's Gate 3", 'baldur-s-gate-3'],
  ['---', 'event'],
  ['日本語', 'event'],
  ['Live', 'event-live'],
  ['GROUPS', 'event-groups'],
  ['Similar!', 'event-similar'],
  ['../../etc', 'etc'],
])('the slug of “%s” is “%s”', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a slug has at most 80 characters and no hyphen at its ends', () => {
  for (const name of ['x'.repeat(120), `${'x'.repeat(79)} yz`, `-${'ab '.repeat(60)}`]) {
    expect(slugOf(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/)
  }
})

test('no name gives a reserved slug', () => {
  for (const word of reservedSlugs) expect(reservedSlugs).not.toContain(slugOf(word))
})
