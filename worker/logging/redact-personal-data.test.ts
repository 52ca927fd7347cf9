import { expect, test } from 'vitest'
import { redactPersonalData } from './redact-personal-data.ts'

test.each([
  ['Cannot read properties of undefined (reading "map")', undefined],
  ['at https://hypecal.example/_astro/hype.D8f3k2aB.js:12:40', undefined],
  [
    'GET https://hypecal.example/search?q=my+secret failed',
    'GET https://hypecal.example/search failed',
  ],
  ['no account for jo.doe+x@mail.example.org', 'no account for [mail]'],
  ['at /auth/verify/Yk2-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (x)', 'at /auth/verify/[key] (x)'],
  ['at recursivelyTraversePassiveMountEffects (x)', undefined],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln refused', 'token [key] refused'],
  ['map@https://hypecal.example/_astro/x.js:12:40', undefined],
  ['at node_modules/react@18.2.0/index.js', undefined],
  ['<jo@münchen.example>, gone', '<[mail]>, gone'],
  ['refused by 192.168.1.20', 'refused by [address]'],
  ['refused by 2001:db8:85a3::8a2e:370:7334', 'refused by [address]'],
  ['from 12:02:10 to 12:02:11', undefined],
  ['opened (https://hypecal.example/a#access_token=1)', 'opened (https://hypecal.example/a)'],
])('of “%s” only the error is left [ASVS 15.2.2]', (text, expected = text) => {
  expect(redactPersonalData(text)).toBe(expected)
})

test.each(['a', 'a-', '-eyJ', 'a@', 'a:', 'a::: ', '.a', '1.', '@', 'aa.', 'eyJ.', ' ', '?'])(
  'of a million letters it is found out as soon, be they %j again and again',
  (part) => {
    const text = part.repeat(1_000_000 / part.length)
    expect(redactPersonalData(text).length).toBeLessThanOrEqual(text.length * 2)
  },
)
